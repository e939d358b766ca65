package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.LandedSignature;
import dev.mandate.simulator.SimulatedChain;
import dev.mandate.simulator.chain.ChainControl;
import dev.mandate.simulator.chain.Receipt;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

record SimulatedLedger(SimulatedChain chain, Broadcast broadcast) implements NodeLedger {

    @Override
    public Option<ChainControl> control() {
        return Option.some(chain);
    }

    @Override
    public Option<Receipt> receipt(Signature signature) {
        return chain.receipt(signature);
    }

    @Override
    public Option<Seq<LandedSignature>> landedSince(long first) {
        return Option.some(chain.landedSince(first));
    }

    @Override
    public Option<Either<ChainFault, Map<Address, AccountData>>> accountsAfter(Bytes transaction, Seq<Address> addresses) {
        return Option.some(chain.accountsAfter(transaction, addresses));
    }

    @Override
    public Option<Signature> requestAirdrop(Address address, BaseUnits lamports) {
        return Option.some(chain.requestAirdrop(address, lamports));
    }

    @Override
    public Runnable onChange(Runnable listener) {
        return chain.onChange(listener);
    }
}
