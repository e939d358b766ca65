package dev.mandate.engine.review;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.SettingsAddress;
import dev.mandate.domain.review.AddressKind;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.AccountsSnapshot;
import dev.mandate.ports.spi.chain.Chain;
import dev.mandate.ports.spi.chain.ChainFault;
import dev.mandate.ports.spi.chain.FoundAccount;
import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.ports.spi.program.AccountRef;
import io.vavr.collection.Array;
import io.vavr.collection.HashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** What is at addresses, by what was read of them. What was not read counts as {@link AddressKind#OTHER}, unless it is well known. */
public final class AddressKinds {

    /** A node answers for 100 addresses at once, one of which is the clock's. */
    private static final int ADDRESSES_PER_CALL = 99;

    private final ChainFormats formats;
    private final Set<AccountRef> accounts;
    private final Map<Address, FoundAccount> found;

    private AddressKinds(ChainFormats formats, Set<AccountRef> accounts, Map<Address, FoundAccount> found) {
        this.formats = formats;
        this.accounts = accounts;
        this.found = found;
    }

    /**
     * What is known without a read.
     *
     * @param accounts whose addresses are known, also before they exist
     */
    public static AddressKinds known(ChainFormats formats, Set<AccountRef> accounts, Map<AccountQuery, FoundAccount> read) {
        return new AddressKinds(formats, accounts, read.filter(AddressKinds::tells).mapKeys(AccountQuery::address));
    }

    /** What is at the addresses of {@code receivers}, by one read, and by another one if token accounts belong to others. */
    public static Either<ChainFault, AddressKinds> read(
            Chain chain, ChainFormats formats, Set<AccountRef> accounts, Seq<MoneyReceiver> receivers) {
        return known(formats, accounts, HashMap.empty()).read(chain, Array.empty(), receivers);
    }

    /** The most calls to a node that {@link #read} makes for so many receivers. */
    public static int mostCalls(int receivers) {
        return 2 * (receivers / ADDRESSES_PER_CALL + 1);
    }

    /** The answer to a query of one owner does not tell what another one's account is. */
    private static boolean tells(AccountQuery query, FoundAccount found) {
        return !(found instanceof FoundAccount.Foreign);
    }

    /** The same with {@code addresses} and {@code receivers}. */
    Either<ChainFault, AddressKinds> read(Chain chain, Seq<Address> addresses, Seq<MoneyReceiver> receivers) {
        return with(chain, addresses.appendAll(receivers.map(MoneyReceiver::address)))
                .flatMap(first -> first.with(
                        chain, receivers.filter(to -> to.form() == MoneyReceiver.Form.TOKENS).flatMap(to -> first.owner(to.address()))));
    }

    private Either<ChainFault, AddressKinds> with(Chain chain, Seq<Address> addresses) {
        Seq<Address> unknown = addresses.distinct().reject(address -> offline(address).isDefined() || found.containsKey(address));
        return unknown.isEmpty()
                ? Either.right(this)
                : chain.accounts(AccountQuery.ofAnyOwner(unknown)).map(this::with);
    }

    private AddressKinds with(AccountsSnapshot read) {
        return new AddressKinds(formats, accounts, found.merge(read.accounts().mapKeys(AccountQuery::address)));
    }

    private Option<AddressKind> offline(Address address) {
        return formats.format()
                .wellKnown(address)
                .orElse(() -> Option.when(accounts.exists(own -> own.address().equals(address)), AddressKind.OTHER))
                .orElse(() -> Option.when(isSettings(address), AddressKind.ACCOUNT_STATE));
    }

    private boolean isSettings(Address address) {
        return accounts.map(AccountRef::settings).map(SettingsAddress::address).contains(address);
    }

    AddressKind of(Address address) {
        return offline(address).getOrElse(() -> found.get(address).map(this::kind).getOrElse(AddressKind.OTHER));
    }

    /** What decides whether the receiver can use the money. */
    public AddressKind of(MoneyReceiver receiver) {
        AddressKind kind = of(receiver.address());
        return receiver.form() == MoneyReceiver.Form.TOKENS
                        && (kind == AddressKind.TOKEN_ACCOUNT || kind == AddressKind.WRAPPED_SOL_ACCOUNT)
                ? owner(receiver.address()).map(this::of).getOrElse(AddressKind.OTHER)
                : kind;
    }

    /** The account of the smart account program at an address, if it was read. */
    Option<AccountData> state(Address address) {
        return found.get(address).flatMap(FoundAccount::owned).filter(account -> account.owner().equals(formats.program().programId()));
    }

    private AddressKind kind(FoundAccount account) {
        return switch (account) {
            case FoundAccount.Absent absent -> AddressKind.OTHER;
            case FoundAccount.Foreign foreign -> AddressKind.OTHER;
            case FoundAccount.Owned(AccountData data) ->
                data.owner().equals(formats.program().programId()) ? AddressKind.ACCOUNT_STATE : formats.format().kind(data);
        };
    }

    private Option<Address> owner(Address tokenAccount) {
        return found.get(tokenAccount)
                .flatMap(FoundAccount::owned)
                .filter(account -> formats.tokens().programs().contains(account.owner()))
                .flatMap(account -> formats.tokens().readHolding(account).toOption())
                .map(holding -> holding.owner());
    }
}
