package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.Receipt;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Knows what the port tells, and nothing more. */
record PortLedger(Chain chain, Broadcast broadcast, Option<ChainControl> control) implements NodeLedger {

    @Override
    public Option<Receipt> receipt(Signature signature) {
        return Option.none();
    }

    @Override
    public Option<Seq<LandedSignature>> landedSince(long first) {
        return Option.none();
    }

    @Override
    public Option<Either<ChainFault, Map<Address, AccountData>>> accountsAfter(Bytes transaction, Seq<Address> addresses) {
        return Option.none();
    }

    /** Returns a signature that no transaction has: the lamports come from nowhere. */
    @Override
    public Option<Signature> requestAirdrop(Address address, BaseUnits lamports) {
        return control.map(controlled -> {
            controlled.fund(address, lamports);
            return Signature.EMPTY;
        });
    }

    @Override
    public Runnable onChange(Runnable listener) {
        return () -> {};
    }
}
