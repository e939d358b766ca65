package dev.mandate.domain.spending;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.Token;
import io.vavr.collection.Array;

/** The terms of a spending limit that somebody asks for: those of the chain, or those of the interface. */
public sealed interface RequestedTerms permits LimitTerms, PolicyTerms {

    Token token();

    /** Who may spend. */
    Array<Address> signers();

    /** Who may be paid; anybody if there are none. */
    Array<Address> destinations();
}
