package dev.mandate.ports.api.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.program.NewStorage;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What a transaction costs, all in lamports.
 *
 * @param payer pays everything, except a rent that names another payer
 * @param signatures the network's fee for its signatures
 * @param priority the priority fee
 * @param program the fee that the program charges
 * @param rents deposits for accounts that it creates or enlarges
 */
public record FeeQuote(
        Address payer, BaseUnits signatures, BaseUnits priority, BaseUnits program, Array<Rent> rents) {

    /**
     * The deposit for an account's storage on the chain.
     *
     * @param lamports locked in the account
     * @param returnsTo receives them when the account is closed; none if nobody does at present
     */
    public record Rent(NewStorage.Kind kind, Address account, BaseUnits lamports, Address payer, Option<Address> returnsTo) {}

    /** Both costs together, as if this one's payer paid both. */
    public FeeQuote plus(FeeQuote other) {
        return new FeeQuote(
                payer,
                sum(signatures, other.signatures),
                sum(priority, other.priority),
                sum(program, other.program),
                rents.appendAll(other.rents));
    }

    /** The fee of the network: signatures and priority. */
    public BaseUnits networkFee() {
        return sum(signatures, priority);
    }

    /** All fees, without rents. */
    public BaseUnits fees() {
        return sum(networkFee(), program);
    }

    /** The sum of all rents. */
    public BaseUnits rent() {
        return sum(rents);
    }

    /** Everything that leaves the payer's account. */
    public BaseUnits total() {
        return sum(fees(), sum(rents.filter(rent -> rent.payer().equals(payer))));
    }

    private static BaseUnits sum(Array<Rent> rents) {
        return rents.map(Rent::lamports).fold(BaseUnits.ZERO, FeeQuote::sum);
    }

    private static BaseUnits sum(BaseUnits one, BaseUnits other) {
        return one.plus(other).getOrElse(BaseUnits.MAX);
    }
}
