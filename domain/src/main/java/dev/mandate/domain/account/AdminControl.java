package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.control.Option;

/**
 * Who changes an account's settings. An admin is set when the account is created or handed over by the admin of the
 * moment; removing it is final, since no vote can set one.
 */
public sealed interface AdminControl {

    /** Nobody in particular: the threshold decides. */
    record None() implements AdminControl {}

    /** The admin alone, at once, without a time lock. Other transactions still follow threshold and time lock. */
    record HeldBy(Address admin) implements AdminControl {
        public HeldBy {
            if (admin.equals(Address.ZERO)) {
                throw new IllegalArgumentException("the zero address means that there is no admin");
            }
        }
    }

    /** Reads the chain's spelling, in which the zero address means none. */
    static AdminControl ofAuthority(Address authority) {
        return authority.equals(Address.ZERO) ? new None() : new HeldBy(authority);
    }

    /** Who the admin is. */
    default Option<Address> holder() {
        return switch (this) {
            case None none -> Option.none();
            case HeldBy(Address admin) -> Option.some(admin);
        };
    }

    /** The chain's spelling, in which the zero address means none. */
    default Address toAuthority() {
        return holder().getOrElse(Address.ZERO);
    }
}
