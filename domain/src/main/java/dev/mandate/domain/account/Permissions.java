package dev.mandate.domain.account;

import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * The permissions of one signer, as a mask: 1 initiate, 2 vote, 4 execute. 0 is an observer. A mask of 8 or more can be represented,
 * because the chain lets it be proposed; no governable roster contains it (program error 6028).
 *
 * @param mask 0 to 255
 */
public record Permissions(int mask) {

    public static final Permissions NONE = new Permissions(0);
    public static final Permissions ALL = of(Permission.CAN_INITIATE, Permission.CAN_VOTE, Permission.CAN_EXECUTE);

    private static final int MOST = 0xff;

    public Permissions {
        if (mask < 0 || mask > MOST) {
            throw new IllegalArgumentException("a permission mask is one byte, not " + mask);
        }
    }

    /** The permissions of a mask from outside, or why it is out of range. Unknown permissions are checked later. */
    public static Either<OutOfRange, Permissions> parse(long mask) {
        return mask < 0 || mask > MOST
                ? Either.left(new OutOfRange(mask, 0, MOST))
                : Either.right(new Permissions((int) mask));
    }

    public static Permissions of(Permission... permissions) {
        int mask = 0;
        for (Permission permission : permissions) {
            mask |= permission.bit();
        }
        return new Permissions(mask);
    }

    public boolean allow(Permission permission) {
        return (mask & permission.bit()) != 0;
    }

    /** Whether only known permissions are set. */
    public boolean areKnown() {
        return mask <= ALL.mask;
    }

    public Array<Permission> toArray() {
        return Array.of(Permission.values()).filter(this::allow);
    }
}
