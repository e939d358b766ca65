package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;

/**
 * An instruction by which an admin changes settings.
 *
 * @param settings whose settings, by their address
 * @param command what the rules are asked
 */
public record AdminInstruction(Address settings, Command command) {}
