package dev.mandate.ports.api.tenant;

import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.smartaccount.Command;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/**
 * The terms of a new account, and a memo in the transaction that makes it.
 *
 * @param roles what the client calls some of the signers
 */
public record CreationOrder(Command.CreateAccount terms, Option<Memo> memo, Map<Address, SignerRole> roles) {

    /** Without a memo or roles. */
    public CreationOrder(Command.CreateAccount terms) {
        this(terms, Option.none(), LinkedHashMap.empty());
    }

    /** Without roles. */
    public CreationOrder(Command.CreateAccount terms, Memo memo) {
        this(terms, Option.some(memo), LinkedHashMap.empty());
    }
}
