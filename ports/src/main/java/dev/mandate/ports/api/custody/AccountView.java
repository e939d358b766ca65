package dev.mandate.ports.api.custody;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.program.AccountRef;

/**
 * An account as read from the chain.
 *
 * @param balance lamports at the smart account address
 * @param at the chain's time at which it was read
 */
public record AccountView(AccountRef ref, Settings settings, BaseUnits balance, UnixTime at) {}
