package dev.mandate.domain.account;

import io.vavr.collection.Vector;

/**
 * What one signer may do, as a mask: 1 initiate, 2 vote, 4 execute. 0 is an observer. A mask of 8 or more can be written
 * down, because the chain lets it be proposed; no governable roster holds it (program error 6028).
 *
 * @param mask 0 to 255
 */
public record Permissions(int mask) {

    public static final Permissions NONE = new Permissions(0);
    public static final Permissions ALL = of(Permission.CAN_INITIATE, Permission.CAN_VOTE, Permission.CAN_EXECUTE);

    public Permissions {
        if (mask < 0 || mask > 255) {
            throw new IllegalArgumentException("a permission mask is one byte, not " + mask);
        }
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

    public Vector<Permission> toVector() {
        return Vector.of(Permission.values()).filter(this::allow);
    }
}
