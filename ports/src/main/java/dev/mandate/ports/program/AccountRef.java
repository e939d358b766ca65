package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;

/**
 * Where a smart account lives. The settings' address cannot be derived back from the account's: keep the pair.
 *
 * @param address the smart account address, which holds funds and signs
 * @param settings where the program keeps settings
 */
public record AccountRef(Address address, Address settings) {}
