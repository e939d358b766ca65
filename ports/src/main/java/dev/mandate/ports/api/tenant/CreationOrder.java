package dev.mandate.ports.api.tenant;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.control.Option;

/** The terms of a new account, and a memo in the transaction that makes it. */
public record CreationOrder(Command.CreateAccount terms, Option<Memo> memo) {

    /** Without a memo. */
    public CreationOrder(Command.CreateAccount terms) {
        this(terms, Option.none());
    }

    public CreationOrder(Command.CreateAccount terms, Memo memo) {
        this(terms, Option.some(memo));
    }
}
