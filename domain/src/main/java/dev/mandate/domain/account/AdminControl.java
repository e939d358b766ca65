package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/**
 * The control over an account's settings. An admin is set at the account's creation, or by the present admin. Removing the admin is final,
 * since no vote can set one.
 */
public sealed interface AdminControl {

    /** No admin: the signers decide by vote. */
    record None() implements AdminControl {}

    /** The admin alone, at once, without a time lock. Other transactions still follow threshold and time lock. */
    record HeldBy(Address admin) implements AdminControl {
        public HeldBy {
            if (admin.equals(Address.ZERO)) {
                throw new IllegalArgumentException("the zero address means that there is no admin");
            }
        }
    }

    /** Reads the chain's encoding, in which the zero address means none. */
    static AdminControl ofAuthority(Address authority) {
        return authority.equals(Address.ZERO) ? new None() : new HeldBy(authority);
    }

    /** The admin's address. */
    default Option<Address> holder() {
        return switch (this) {
            case None none -> Option.none();
            case HeldBy(Address admin) -> Option.some(admin);
        };
    }

    /** Returns the chain's encoding, in which the zero address means none. */
    default Address toAuthority() {
        return holder().getOrElse(Address.ZERO);
    }
}
