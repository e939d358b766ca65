package dev.mandate.testkit.referee;

import dev.mandate.domain.account.Signer;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.solana.squadsv4.account.MultisigAccount;
import dev.mandate.solana.squadsv4.account.ProposalAccount;
import dev.mandate.solana.squadsv4.account.ProposalStatus;
import dev.mandate.solana.squadsv4.account.SpendingLimitAccount;
import dev.mandate.solana.squadsv4.account.SquadsAccountProblem;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.Function;

/** The state of one multisig on a chain, for choosing the next call. */
final class MultisigView {

    final int number;
    final SettingsAddress address;
    final Option<MultisigAccount> multisig;
    private final Chain chain;

    MultisigView(Chain chain, int number) {
        this.chain = chain;
        this.number = number;
        this.address = ComparisonAccounts.MULTISIGS.get(number);
        this.multisig = read(address.address(), MultisigAccount::decode);
    }

    <T> Option<T> read(Address at, Function<Bytes, Either<SquadsAccountProblem, T>> decoder) {
        return chain.accounts(AccountQuery.ofAnyOwner(Array.of(at)))
                .get()
                .owned()
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

    /** Returns a member with the permission, sometimes any person. */
    Address member(SeededChoices choices, int mask) {
        Array<Address> entitled = members(mask);
        return entitled.isEmpty() || choices.percent(8) ? choices.person() : choices.among(entitled);
    }

    /** Returns mostly one of the newest indexes, sometimes one that does not exist. */
    long index(SeededChoices choices) {
        return choices.percent(5) ? newest() + 1 : Math.max(choices.percent(5) ? 0 : 1, newest() - choices.below(3));
    }

    /** Returns mostly the index of a proposal with this status, if there is one. */
    long index(SeededChoices choices, Class<? extends ProposalStatus> wanted) {
        Array<Long> there =
                Array.rangeClosed(Math.max(1, newest() - 6), newest()).filter(index -> stands(index, wanted));
        return there.isEmpty() || choices.percent(15) ? index(choices) : choices.among(there);
    }

    Address transaction(long index) {
        return ComparisonAccounts.SQUADS.transaction(address, index).address();
    }

    Address proposal(long index) {
        return ComparisonAccounts.SQUADS.proposal(address, index).address();
    }

    Option<ProposalAccount> votes(long index) {
        return read(proposal(index), ProposalAccount::decode);
    }

    Address limit(Address createKey) {
        return ComparisonAccounts.SQUADS.spendingLimit(address, createKey).address();
    }

    Option<SpendingLimitAccount> limitAt(Address at) {
        return read(at, SpendingLimitAccount::decode);
    }

    /** Returns mostly an existing limit, if there is one. */
    Address someLimit(SeededChoices choices) {
        Array<Address> all = ComparisonAccounts.LIMIT_KEYS.map(this::limit);
        Array<Address> there = all.filter(at -> limitAt(at).isDefined());
        return choices.among(there.isEmpty() || choices.percent(10) ? all : there);
    }

    boolean hasLimits() {
        return ComparisonAccounts.LIMIT_KEYS.exists(key -> limitAt(limit(key)).isDefined());
    }

    boolean stands(long index, Class<? extends ProposalStatus> wanted) {
        return votes(index).map(ProposalAccount::status).exists(wanted::isInstance);
    }

    /** Returns the rent payer, mostly one with enough lamports. */
    Address payer(SeededChoices choices) {
        return choices.percent(80) ? ComparisonAccounts.PAYER.address() : choices.person();
    }

    Address authority(SeededChoices choices) {
        Address set = multisig.map(MultisigAccount::configAuthority).getOrElse(Address.ZERO);
        return ComparisonAccounts.KEYS.containsKey(set) && !choices.percent(8) ? set : choices.person();
    }
}
