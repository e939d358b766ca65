package dev.mandate.engine.query;

import dev.mandate.engine.parts.EngineParts;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.smartaccount.SmartAccount;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.transaction.ManagedTransaction;
import dev.mandate.domain.transaction.TransactionContent;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.DataMatch;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.api.custody.BuildRefusal;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.LayoutProblem;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.TreeMap;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Reads accounts and converts them to domain types. Everything that one decision needs is read at one slot. */
public final class ChainReader {

    private final Chain chain;
    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final AccountDirectory directory;

    public ChainReader(EngineParts parts, AccountDirectory directory) {
        this.chain = parts.chain();
        this.program = parts.program();
        this.format = parts.format();
        this.directory = directory;
    }

    /** As {@link Chain#begin}. */
    public <T> Supplier<T> begin(Supplier<T> read) {
        return chain.begin(read);
    }

    public Either<BuildRefusal, AccountRef> locate(Address account) {
        return directory.find(account).toEither(() -> new BuildRefusal.UnknownAccount(account));
    }

    /** The account with the transactions at {@code indexes} and the limits at {@code limits}, as far as they exist. */
    public Either<BuildRefusal, LoadedAccount> load(Address account, Seq<Long> indexes, Seq<Address> limits) {
        return load(account, indexes, limits, Array.empty());
    }

    /** The same, with the answers to {@code beside} among what was read. */
    public Either<BuildRefusal, LoadedAccount> load(
            Address account, Seq<Long> indexes, Seq<Address> limits, Seq<AccountQuery> beside) {
        return locate(account).flatMap(ref -> {
            Array<AccountQuery> queries = Array.of(ref.settings().address())
                    .appendAll(indexes.flatMap(index ->
                            Array.of(program.transactionAddress(ref, index), program.proposalAddress(ref, index))))
                    .appendAll(limits)
                    .map(program::query)
                    .append(vault(ref))
                    .appendAll(beside)
                    .distinct();
            return snapshot(queries).flatMap(found -> assemble(ref, found, indexes, limits));
        });
    }

    /** The vault may have been given to another program; its lamports count all the same. */
    private static AccountQuery vault(AccountRef ref) {
        return new AccountQuery.OfAnyOwner(ref.address());
    }

    public Either<BuildRefusal, AccountsSnapshot> snapshot(Seq<AccountQuery> queries) {
        return silentOn(chain.accounts(queries));
    }

    /** The account that {@code query} asks for, in a read of its own. */
    public Either<BuildRefusal, AccountData> one(AccountQuery query) {
        return snapshot(Array.of(query)).flatMap(found -> BuildRefusal.present(found, query));
    }

    /** Every limit of the account, including those made by other clients. */
    public Either<BuildRefusal, Map<Address, SpendingLimit>> limitsOf(AccountRef ref) {
        return ownedBy(program.programId(), program.limitsOf(ref))
                .flatMap(found -> {
                    Either<BuildRefusal, Map<Address, SpendingLimit>> limits = Either.right(TreeMap.empty());
                    for (var entry : found.owned()) {
                        limits = limits.flatMap(known -> expected(entry._1, program.readLimit(ref, entry._1, entry._2))
                                .map(limit -> known.put(entry._1, limit)));
                    }
                    return limits;
                });
    }

    /** The limits of the account at {@code addresses}, as far as they exist. An account that is no limit, or another account's, is left out. */
    public Either<BuildRefusal, Map<Address, SpendingLimit>> limitsAt(AccountRef ref, Seq<Address> addresses) {
        return snapshot(addresses.map(program::query)).map(found -> addresses
                .flatMap(address -> found.at(program.query(address))
                        .owned()
                        .flatMap(data -> program.readLimit(ref, address, data).toOption())
                        .map(limit -> Tuple.of(address, limit)))
                .foldLeft(TreeMap.empty(), TreeMap::put));
    }

    /** The accounts that {@code owner} owns and whose data fits {@code matches}. */
    public Either<BuildRefusal, AccountsSnapshot> ownedBy(Address owner, Seq<DataMatch> matches) {
        return silentOn(chain.ownedAccounts(owner, matches));
    }

    /** Lookup tables, each read separately: an unreadable one does not affect the others. */
    record ReadTables(Map<Address, Either<BuildRefusal, LookupTable>> tables, Map<Address, AccountData> accounts) {}

    Either<BuildRefusal, ReadTables> eachTable(Seq<Address> addresses) {
        return addresses.isEmpty()
                ? Either.right(new ReadTables(TreeMap.empty(), TreeMap.empty()))
                : snapshot(addresses.map(format::lookupTableQuery))
                        .map(found -> new ReadTables(addresses.toMap(address -> Tuple.of(address, table(found, address))), found.owned()));
    }

    private Either<BuildRefusal, LookupTable> table(AccountsSnapshot found, Address address) {
        return table(found, format.lookupTableQuery(address))
                .flatMap(data -> expected(address, format.readLookupTable(address, data)));
    }

    /** The account of a lookup table. */
    public static Either<BuildRefusal, AccountData> table(AccountsSnapshot found, AccountQuery table) {
        return BuildRefusal.present(found, table)
                .mapLeft(refusal -> refusal instanceof BuildRefusal.NotOnChain ? new BuildRefusal.TableMissing(table.address()) : refusal);
    }

    public Either<BuildRefusal, Array<LookupTable>> tables(Seq<Address> addresses) {
        return tables(addresses, this::table);
    }

    /** Reads tables for a new transaction. Refused if one was deactivated, because it works for a few more minutes at most. */
    public Either<BuildRefusal, Array<LookupTable>> usableTables(Seq<Address> addresses) {
        return tables(addresses, this::usableTable);
    }

    private Either<BuildRefusal, LookupTable> usableTable(AccountsSnapshot found, Address address) {
        return table(found, address)
                .flatMap(table -> found.at(format.lookupTableQuery(address)).owned().exists(format::isDeactivatedTable)
                        ? Either.left(new BuildRefusal.TableDeactivated(address))
                        : Either.right(table));
    }

    private Either<BuildRefusal, Array<LookupTable>> tables(
            Seq<Address> addresses,
            BiFunction<AccountsSnapshot, Address, Either<BuildRefusal, LookupTable>> reading) {
        if (addresses.isEmpty()) {
            return Either.right(Array.empty());
        }
        return snapshot(addresses.map(format::lookupTableQuery)).flatMap(found -> {
            Either<BuildRefusal, Array<LookupTable>> tables = Either.right(Array.empty());
            for (Address address : addresses) {
                tables = tables.flatMap(known -> reading.apply(found, address).map(known::append));
            }
            return tables;
        });
    }

    /** The lamports at an address, for any owner of the account. */
    public static BaseUnits lamports(AccountsSnapshot found, Address address) {
        return found.at(new AccountQuery.OfAnyOwner(address)).owned().map(AccountData::lamports).getOrElse(BaseUnits.ZERO);
    }

    public static <T> Either<BuildRefusal, T> expected(Address address, Either<LayoutProblem, T> read) {
        return read.mapLeft(problem -> new BuildRefusal.UnexpectedAccount(address, problem));
    }

    public static <T> Either<BuildRefusal, T> silentOn(Either<ChainFault, T> answer) {
        return answer.mapLeft(BuildRefusal.ChainSilent::new);
    }

    private Either<BuildRefusal, LoadedAccount> assemble(
            AccountRef ref, AccountsSnapshot found, Seq<Long> indexes, Seq<Address> limits) {
        return BuildRefusal.present(found, program.query(ref.settings().address()))
                .flatMap(data -> expected(ref.settings().address(), program.readSettings(ref.settings(), data)))
                .map(settings -> withTransactions(SmartAccount.of(settings.settings()), ref, found, indexes))
                .map(account -> loaded(ref, withLimits(ref, account, found, limits), found));
    }

    private LoadedAccount loaded(AccountRef ref, SmartAccount account, AccountsSnapshot found) {
        return new LoadedAccount(ref, program.rules(), account, found, lamports(found, ref.address()));
    }

    /** A transaction that cannot be read. Any signer who may propose can create one; the other transactions stay readable. */
    private static ManagedTransaction unreadable(long index, LayoutProblem problem) {
        return ManagedTransaction.recorded(
                index, new TransactionContent.Opaque("it cannot be read: " + problem, Bytes.EMPTY));
    }

    private SmartAccount withTransactions(
            SmartAccount start, AccountRef ref, AccountsSnapshot found, Seq<Long> indexes) {
        SmartAccount account = start;
        for (long index : indexes) {
            FoundAccount content = found.at(program.query(program.transactionAddress(ref, index)));
            FoundAccount proposal = found.at(program.query(program.proposalAddress(ref, index)));
            account = program.readTransaction(ref, index, content, proposal)
                    .getOrElseGet(problem -> Option.some(unreadable(index, problem)))
                    .map(account::with)
                    .getOrElse(account);
        }
        return account;
    }

    /** Adds the limits at addresses that the caller named. An account that is no limit, or another account's, is left out. */
    private SmartAccount withLimits(
            AccountRef ref, SmartAccount start, AccountsSnapshot found, Seq<Address> limits) {
        SmartAccount account = start;
        for (Address limit : limits) {
            Option<SpendingLimit> read = found.at(program.query(limit))
                    .owned()
                    .flatMap(data -> program.readLimit(ref, limit, data).toOption());
            account = read.isDefined() ? account.withLimit(limit, read.get()) : account;
        }
        return account;
    }
}
