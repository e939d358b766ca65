package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.Receipt;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** A chain, with what a node answers that the {@link Chain} port does not tell. */
public interface NodeLedger {

    Chain chain();

    Broadcast broadcast();

    /** Moves the clock and sets accounts; none on a chain that nobody controls. */
    Option<ChainControl> control();

    /** Returns costs and logs of a transaction that landed; none if the chain does not keep them. */
    Option<Receipt> receipt(Signature signature);

    /** Returns what landed in slot {@code first} and later, newest first; none if the chain does not tell. */
    Option<Seq<LandedSignature>> landedSince(long first);

    /** Returns the accounts as {@code transaction} would leave them; none if the chain does not tell. */
    Option<Either<ChainFault, Map<Address, AccountData>>> accountsAfter(Bytes transaction, Seq<Address> addresses);

    /** Adds to a balance and returns the transaction's signature; none if the chain has no faucet. */
    Option<Signature> requestAirdrop(Address address, BaseUnits lamports);

    /** Calls {@code listener} after each change that the chain reports. The result ends the calls. */
    Runnable onChange(Runnable listener);

    /** The simulated chain, which tells everything. */
    static NodeLedger of(SimulatedChain chain) {
        return new SimulatedLedger(chain, chain::sendWithoutPreflight);
    }

    /** The same, whose transactions take another way. */
    static NodeLedger of(SimulatedChain chain, Broadcast broadcast) {
        return new SimulatedLedger(chain, broadcast);
    }

    /** Any chain. */
    static NodeLedger of(Chain chain, Broadcast broadcast, Option<ChainControl> control) {
        return new PortLedger(chain, broadcast, control);
    }
}
