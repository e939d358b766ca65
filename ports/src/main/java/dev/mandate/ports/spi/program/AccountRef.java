package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;

/**
 * The two addresses of a smart account. The settings' address cannot be derived from the account's: keep the pair.
 *
 * @param address the smart account address, which holds funds and signs
 * @param settings the address of the program's settings account
 */
public record AccountRef(Address address, SettingsAddress settings) {}
