package dev.mandate.ports.custody;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.program.NewRoom;
import io.vavr.collection.Array;
import io.vavr.control.Option;

/**
 * What a transaction costs, all in lamports.
 *
 * @param payer who pays all of it, but for rents that name another
 * @param signatures the network's fee for its signatures
 * @param priority what it pays to be preferred
 * @param program what the program takes for itself
 * @param rents what the accounts cost that it makes or enlarges
 */
public record FeeQuote(
        Address payer, BaseUnits signatures, BaseUnits priority, BaseUnits program, Array<Rent> rents) {

    /**
     * The price of room on the chain.
     *
     * @param lamports locked in the account
     * @param payer who pays it
     * @param returnsTo who gets them back when the account is closed; none if nobody does as things stand
     */
    public record Rent(NewRoom.Kind kind, Address account, BaseUnits lamports, Address payer, Option<Address> returnsTo) {}

    /** What the network takes: signatures and priority. */
    public BaseUnits networkFee() {
        return sum(signatures, priority);
    }

    /** All rent together. */
    public BaseUnits rent() {
        return sum(rents);
    }

    /** Everything that leaves the payer's account. */
    public BaseUnits total() {
        return sum(sum(networkFee(), program), sum(rents.filter(rent -> rent.payer().equals(payer))));
    }

    private static BaseUnits sum(Array<Rent> rents) {
        return rents.map(Rent::lamports).fold(BaseUnits.ZERO, FeeQuote::sum);
    }

    private static BaseUnits sum(BaseUnits one, BaseUnits other) {
        return one.plus(other).getOrElse(BaseUnits.MAX);
    }
}
