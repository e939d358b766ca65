package dev.mandate.ports.spi.chain;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/** What stands at an address for an {@link AccountQuery}. */
public sealed interface FoundAccount {

    /** No account, or only lamports that somebody sent to the address. */
    record Absent() implements FoundAccount {}

    /** An account of an owner that was asked for. */
    record Owned(AccountData account) implements FoundAccount {}

    /** An account of another owner. Its data is not told, because it proves nothing. */
    record Foreign(Address owner) implements FoundAccount {}

    /** The account, if its owner was asked for. */
    default Option<AccountData> owned() {
        return this instanceof Owned(AccountData account) ? Option.some(account) : Option.none();
    }
}
