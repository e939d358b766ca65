package dev.mandate.ports.spi.program;

import dev.mandate.domain.account.Settings;

/**
 * An account's settings as the chain holds them.
 *
 * @param ref the account's addresses
 */
public record SettingsAccount(AccountRef ref, Settings settings) {}
