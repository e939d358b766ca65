package dev.mandate.testkit.referee;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.ProposalStatus;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccountProblem;
import dev.mandate.simulator.SimulatedChain;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** What the simulated chain holds of one multisig: by this the next step is aimed. */
final class View {

    final int number;
    final Address address;
    final Option<MultisigAccount> multisig;
    private final SimulatedChain chain;

    View(SimulatedChain chain, int number) {
        this.chain = chain;
        this.number = number;
        this.address = Stage.MULTISIGS.get(number);
        this.multisig = read(address, MultisigAccount::decode);
    }

    <T> Option<T> read(Address at, Function<Bytes, Either<SquadsAccountProblem, T>> decoder) {
        return chain.accounts(Array.of(at))
                .get()
                .accounts()
                .get(at)
                .map(AccountData::data)
                .flatMap(data -> decoder.apply(data).toOption());
    }

    long newest() {
        return multisig.map(MultisigAccount::transactionIndex).getOrElse(0L);
    }

    Array<Address> members(int mask) {
        return multisig.map(MultisigAccount::members)
                .getOrElse(Array.empty())
                .filter(member -> (member.permissions().mask() & mask) == mask)
                .map(Signer::address)
                .toArray();
    }

    /** One who may, or sometimes just anyone. */
    Address member(Dice dice, int mask) {
        Array<Address> entitled = members(mask);
        return entitled.isEmpty() || dice.percent(8) ? dice.person() : dice.among(entitled);
    }

    /** Mostly one of the newest, sometimes one that is not there. */
    long index(Dice dice) {
        return dice.percent(5) ? newest() + 1 : Math.max(dice.percent(5) ? 0 : 1, newest() - dice.below(3));
    }

    /** Mostly one that stands so, if there is one. */
    long index(Dice dice, Class<? extends ProposalStatus> wanted) {
        Array<Long> there =
                Array.rangeClosed(Math.max(1, newest() - 6), newest()).filter(index -> stands(index, wanted));
        return there.isEmpty() || dice.percent(15) ? index(dice) : dice.among(there);
    }

    Address transaction(long index) {
        return Stage.SQUADS.transaction(address, index).address();
    }

    Address proposal(long index) {
        return Stage.SQUADS.proposal(address, index).address();
    }

    Option<ProposalAccount> votes(long index) {
        return read(proposal(index), ProposalAccount::decode);
    }

    Address limit(Address createKey) {
        return Stage.SQUADS.spendingLimit(address, createKey).address();
    }

    Option<SpendingLimitAccount> limitAt(Address at) {
        return read(at, SpendingLimitAccount::decode);
    }

    /** Mostly one that is there, if there is one. */
    Address someLimit(Dice dice) {
        Array<Address> all = Stage.LIMIT_KEYS.map(this::limit);
        Array<Address> there = all.filter(at -> limitAt(at).isDefined());
        return dice.among(there.isEmpty() || dice.percent(10) ? all : there);
    }

    boolean hasLimits() {
        return Stage.LIMIT_KEYS.exists(key -> limitAt(limit(key)).isDefined());
    }

    boolean stands(long index, Class<? extends ProposalStatus> wanted) {
        return votes(index).map(ProposalAccount::status).exists(wanted::isInstance);
    }

    /** Who pays rent: mostly one who can. */
    Address payer(Dice dice) {
        return dice.percent(80) ? Stage.PAYER.address() : dice.person();
    }

    Address authority(Dice dice) {
        Address set = multisig.map(MultisigAccount::configAuthority).getOrElse(Address.ZERO);
        return Stage.KEYS.containsKey(set) && !dice.percent(8) ? set : dice.person();
    }
}
