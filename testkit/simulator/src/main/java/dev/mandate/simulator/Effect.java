package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.RanInstruction;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * What a transaction leaves behind if it lands.
 *
 * @param keys all that it names
 * @param ran its instructions and those that they called; none after a failure
 * @param changes accounts as they are thereafter, none where one is gone; after a failure the fee payer and the nonce alone
 */
record Effect(Seq<Address> keys, Seq<RanInstruction> ran, Map<Address, Option<AccountData>> changes) {

    static final Effect NONE = new Effect(Array.empty(), Array.empty(), HashMap.empty());
}
