package dev.mandate.engine.watch;

import dev.mandate.domain.account.Settings;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.watch.WatchedAccount;
import dev.mandate.domain.watch.WatchedAccount.WatchedLimit;
import dev.mandate.domain.watch.WatchedTransaction;
import dev.mandate.engine.watch.WatchEvent.HeldTokens;
import dev.mandate.engine.watch.WatchEvent.Holdings;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TokenFormat;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.control.Option;

/** Reads a watched account from accounts of the chain. */
record AccountObserver(SmartAccountProgram program, TokenFormat tokens) {

    AccountObserver(ChainFormats formats) {
        this(formats.program(), formats.tokens());
    }

    /**
     * What is read of an account.
     *
     * @param account with transactions that nothing can happen to any more, as far as they were read
     */
    record Shown(WatchedAccount account, Holdings holdings) {}

    /**
     * What is looked for beside what is recorded.
     *
     * @param indexes of transactions
     */
    record Beside(Array<Long> indexes, Array<Address> limits, Array<Address> tokenAccounts) {

        static final Beside NOTHING = new Beside(Array.empty(), Array.empty(), Array.empty());
    }

    /** The addresses whose accounts change when something happens to the account. */
    Array<Address> polled(WatchRecord record) {
        return Array.of(record.ref().settings().address(), record.ref().address())
                .appendAll(record.account().transactions().map(one -> program.proposalAddress(record.ref(), one.index())))
                .appendAll(record.account().limits().map(WatchedLimit::address))
                .appendAll(record.holdings().accounts());
    }

    /** Whether what was polled is what was told. */
    boolean isTold(WatchRecord record, Map<Address, AccountData> polled) {
        AccountRef ref = record.ref();
        WatchedAccount told = record.account();
        return settings(ref, polled.get(ref.settings().address())).contains(told.settings())
                && told.transactions().forAll(one -> proposal(ref, one.index(), polled).equals(one.transaction().proposal()))
                && told.limits().forAll(one -> limit(ref, one.address(), polled.get(one.address())).contains(one))
                && holdings(ref, record.holdings().accounts(), polled).isWorth(record.holdings());
    }

    private Option<?> proposal(AccountRef ref, long index, Map<Address, AccountData> polled) {
        FoundAccount found = program.query(program.proposalAddress(ref, index)).answer(polled.get(program.proposalAddress(ref, index)));
        return program.readTransaction(ref, index, new FoundAccount.Absent(), found)
                .getOrElse(Option::none)
                .flatMap(ManagedTransaction::proposal);
    }

    Array<AccountQuery> queries(AccountRef ref, Option<WatchRecord> record, Beside beside) {
        return indexes(record, beside)
                .flatMap(index -> Array.of(program.transactionAddress(ref, index), program.proposalAddress(ref, index)))
                .appendAll(limits(record, beside))
                .map(program::query)
                .prepend(program.query(ref.settings().address()))
                .append(new AccountQuery.OfAnyOwner(ref.address()))
                .appendAll(tokenAccounts(record, beside).map(tokens::query));
    }

    private static Array<Long> indexes(Option<WatchRecord> record, Beside beside) {
        return record.toArray().flatMap(one -> one.account().transactions().map(WatchedTransaction::index)).appendAll(beside.indexes()).distinct().sorted();
    }

    private static Array<Address> limits(Option<WatchRecord> record, Beside beside) {
        return record.toArray().flatMap(one -> one.account().limits().map(WatchedLimit::address)).appendAll(beside.limits()).distinct().sorted();
    }

    private static Array<Address> tokenAccounts(Option<WatchRecord> record, Beside beside) {
        return record.toArray().flatMap(one -> one.holdings().accounts()).appendAll(beside.tokenAccounts()).distinct().sorted();
    }

    /** The account as read by {@link #queries}; none if it has no settings that can be read. */
    Option<Shown> shown(AccountRef ref, Option<WatchRecord> record, Beside beside, AccountsSnapshot read) {
        return settings(ref, read.at(program.query(ref.settings().address())).owned()).map(settings -> new Shown(
                new WatchedAccount(
                        settings,
                        indexes(record, beside).flatMap(index -> transaction(ref, index, record, read)),
                        limits(record, beside).flatMap(address -> limit(ref, address, read.at(program.query(address)).owned()))),
                holdings(ref, tokenAccounts(record, beside), read.owned())));
    }

    private Option<Settings> settings(AccountRef ref, Option<AccountData> data) {
        return data.filter(account -> account.owner().equals(program.programId()))
                .flatMap(account -> program.readSettings(ref.settings(), account).toOption())
                .map(read -> read.settings());
    }

    private Option<WatchedTransaction> transaction(AccountRef ref, long index, Option<WatchRecord> record, AccountsSnapshot read) {
        FoundAccount content = read.at(program.query(program.transactionAddress(ref, index)));
        FoundAccount proposal = read.at(program.query(program.proposalAddress(ref, index)));
        Option<WatchedTransaction> told = record.flatMap(one -> one.account().transaction(index));
        return program.readTransaction(ref, index, content, proposal)
                .getOrElse(Option::none)
                .map(there -> new WatchedTransaction(
                        there,
                        content.owned().flatMap(program::proposer),
                        told.flatMap(WatchedTransaction::executableSince)));
    }

    private Option<WatchedLimit> limit(AccountRef ref, Address address, Option<AccountData> data) {
        return data.filter(account -> account.owner().equals(program.programId()))
                .flatMap(account -> program.readLimit(ref, address, account).toOption())
                .map(limit -> new WatchedLimit(address, limit));
    }

    private Holdings holdings(AccountRef ref, Array<Address> tokenAccounts, Map<Address, AccountData> accounts) {
        return new Holdings(
                accounts.get(ref.address()).map(AccountData::lamports).getOrElse(BaseUnits.ZERO),
                tokenAccounts.flatMap(address -> accounts.get(address)
                                .flatMap(account -> tokens.readHolding(account).toOption())
                                .filter(holding -> holding.owner().equals(ref.address()))
                                .map(holding -> new HeldTokens(holding.mint(), Array.of(address), holding.amount())))
                        .groupBy(HeldTokens::mint)
                        .values()
                        .toArray()
                        .map(held -> held.reduce(AccountObserver::both))
                        .sortBy(HeldTokens::mint));
    }

    private static HeldTokens both(HeldTokens one, HeldTokens other) {
        return new HeldTokens(
                one.mint(), one.accounts().appendAll(other.accounts()), one.amount().plus(other.amount()).getOrElse(BaseUnits.MAX));
    }
}
