package dev.mandate.ports.api.tenant;

import dev.mandate.ports.api.custody.AccountView;
import dev.mandate.ports.api.custody.KnownLimits;
import dev.mandate.ports.api.custody.TokenBalance;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * An account with its limits and tokens. The node is asked for all at once.
 *
 * @param balances of tokens; none if they were left out
 */
public record AccountOverview(AccountView account, KnownLimits limits, Option<Seq<TokenBalance>> balances) {

    /** Whether tokens are read. */
    public enum Balances {
        READ,
        LEFT_OUT
    }
}
