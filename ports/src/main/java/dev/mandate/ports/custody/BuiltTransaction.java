package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.program.AccountRef;
import dev.mandate.ports.program.UnsignedTransaction;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * A transaction that was built, and what there is to know about it.
 *
 * @param unsigned its bytes, and who has to sign
 * @param fee what it will cost, and whom
 * @param phase how far it leads
 * @param index of the account's transaction that it is about
 * @param account the account that it makes
 * @param limit the spending limit that it makes
 * @param outsideSigners who signs for what a prepared transaction does itself, beside those who act for the account: it may
 *     use their own accounts too
 */
public record BuiltTransaction(
        UnsignedTransaction unsigned,
        FeeQuote fee,
        Phase phase,
        Option<Long> index,
        Option<AccountRef> account,
        Option<Address> limit,
        Vector<Address> outsideSigners) {}
