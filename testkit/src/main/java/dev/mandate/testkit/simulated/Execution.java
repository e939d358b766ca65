package dev.mandate.testkit.simulated;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.RanInstruction;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Vector;
import io.vavr.control.Option;

/**
 * What a transaction does to the ledger.
 *
 * @param failure why it does no more than pay its fee; none if it succeeds
 * @param lands whether it gets into a block at all; one whose fee can't be paid does not
 * @param keys all that it names
 * @param ran its instructions and those that they called; none after a failure
 * @param changes accounts as they are thereafter, none where one is gone; after a failure the fee payer and the nonce alone
 */
record Execution(
        Option<TransactionFailure> failure,
        boolean lands,
        long computeUnits,
        Seq<String> logs,
        Seq<Address> keys,
        Seq<RanInstruction> ran,
        Map<Address, Option<AccountData>> changes) {

    /** One that gets into no block, and changes nothing. */
    static Execution notLanding(TransactionFailure failure) {
        return new Execution(Option.some(failure), false, 0, Vector.empty(), Vector.empty(), Vector.empty(), HashMap.empty());
    }
}
