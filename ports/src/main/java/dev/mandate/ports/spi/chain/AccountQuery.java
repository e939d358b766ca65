package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.HashSet;
import io.vavr.collection.Seq;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * An account to read, and whose account it must be. Anyone can write any data into an account of their own program, so data counts only
 * if the expected program owns the account.
 */
public sealed interface AccountQuery {

    Address address();

    /** An account that one of {@code owners} must own. */
    record OwnedBy(Address address, Set<Address> owners) implements AccountQuery {}

    /** An account whoever owns it: for its balance, for a look at what it is, never to decode its data. */
    record OfAnyOwner(Address address) implements AccountQuery {}

    static AccountQuery ownedBy(Address address, Address owner) {
        return new OwnedBy(address, HashSet.of(owner));
    }

    static Seq<AccountQuery> ofAnyOwner(Seq<Address> addresses) {
        return addresses.map(OfAnyOwner::new);
    }

    /**
     * The answer to this query. Anyone can send lamports to an address before a program creates its account there. Such an account
     * belongs to the system program, has no data, and is absent for everyone else.
     *
     * @param stored the account that the chain stores at the address
     */
    default FoundAccount answer(Option<AccountData> stored) {
        return stored.map(account -> switch (this) {
                    case OfAnyOwner any -> new FoundAccount.Owned(account);
                    case OwnedBy(Address address, Set<Address> owners) when owners.contains(account.owner()) ->
                        new FoundAccount.Owned(account);
                    case OwnedBy expected when holdsLamportsAlone(account) -> new FoundAccount.Absent();
                    case OwnedBy expected -> new FoundAccount.Foreign(account.owner());
                })
                .getOrElse(FoundAccount.Absent::new);
    }

    private static boolean holdsLamportsAlone(AccountData account) {
        return account.owner().equals(Address.ZERO) && account.data().length() == 0 && !account.executable();
    }
}
