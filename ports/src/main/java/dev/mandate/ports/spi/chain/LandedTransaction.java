package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.chain.TransactionFailure;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.money.BaseUnits;
import io.vavr.collection.Array;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Option;

/**
 * The effects of a transaction that landed.
 *
 * @param signatures of its signers, in order; the first is its id on the chain
 * @param message the signed message; of two transactions with the same message at most one lands. Empty if the node keeps neither it nor
 *     its effects, as test nodes do of their airdrops
 * @param slot where it landed
 * @param time when that block was made, by the chain's clock; none where the node does not know
 * @param failure why it failed, with no effect but its fee; none if it succeeded
 * @param instructions all that ran, including calls between programs, in the order of their positions; empty if the transaction failed
 * @param before what the accounts that it names held before it; empty if the node does not know
 * @param after what they held after it
 */
public record LandedTransaction(
        Array<Signature> signatures,
        Bytes message,
        long slot,
        Option<UnixTime> time,
        Option<TransactionFailure> failure,
        Seq<RanInstruction> instructions,
        Balances before,
        Balances after) {

    /** The first signature, the transaction's id on the chain. */
    public Signature signature() {
        return signatures.head();
    }

    /** The token accounts that the transaction names, by address: as it found them, or as it left those that it made. */
    public Map<Address, TokenBalance> tokenAccounts() {
        return before.tokens().merge(after.tokens());
    }

    /**
     * What accounts hold, by their addresses.
     *
     * @param lamports of all accounts that the transaction names
     * @param tokens of the token accounts among them
     */
    public record Balances(Map<Address, BaseUnits> lamports, Map<Address, TokenBalance> tokens) {

        public static final Balances NONE = new Balances(LinkedHashMap.empty(), LinkedHashMap.empty());
    }

    /**
     * What a token account holds.
     *
     * @param owner who may move the tokens
     * @param tokenProgram the program that keeps them
     * @param decimals places between the token and its base unit
     */
    public record TokenBalance(Address mint, Address owner, Address tokenProgram, int decimals, BaseUnits amount) {}
}
