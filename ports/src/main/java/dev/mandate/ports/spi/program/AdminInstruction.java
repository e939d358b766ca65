package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.smartaccount.Command;

/**
 * An instruction by which an admin changes settings.
 *
 * @param settings the address of the settings
 * @param command for the rules
 */
public record AdminInstruction(SettingsAddress settings, Command command) {}
