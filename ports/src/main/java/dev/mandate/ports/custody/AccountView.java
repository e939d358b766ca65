package dev.mandate.ports.custody;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.program.AccountRef;

/**
 * An account as it stands.
 *
 * @param balance lamports at the smart account address
 * @param at the chain's time of the reading
 */
public record AccountView(AccountRef ref, Settings settings, BaseUnits balance, UnixTime at) {}
