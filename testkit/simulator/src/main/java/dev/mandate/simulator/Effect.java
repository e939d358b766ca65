package dev.mandate.simulator;

import dev.mandate.domain.chain.Address;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.RanInstruction;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * The changes of a transaction that lands.
 *
 * @param keys all keys that it names
 * @param ran its instructions and their inner calls; empty after a failure
 * @param changes the changed accounts, none for a removed one; after a failure only the fee payer and the nonce
 */
record Effect(Seq<Address> keys, Seq<RanInstruction> ran, Map<Address, Option<AccountData>> changes) {

    static final Effect NONE = new Effect(Array.empty(), Array.empty(), HashMap.empty());
}
