package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/**
 * The signers of an account with its threshold: the pair that must agree. Governable by construction: no signer twice, only
 * known permissions, at least one proposer, one voter and one executor, and 1 ≤ threshold ≤ voters.
 *
 * @param signers in the order of their addresses
 */
public record Roster(Array<Signer> signers, Threshold threshold) {

    public Roster {
        if (!SettingsDraft.sorted(signers).equals(signers)) {
            throw new IllegalArgumentException("signers must stand in the order of their addresses");
        }
        SettingsDraft.problemsOf(signers, threshold).headOption().forEach(problem -> {
            throw new IllegalArgumentException("not a governable roster: " + problem);
        });
    }

    /** A governable roster of {@code signers} in any order, or every problem in the program's order of checks. */
    public static Either<Array<SettingsProblem>, Roster> of(Seq<Signer> signers, Threshold threshold) {
        Array<Signer> sorted = SettingsDraft.sorted(signers);
        Array<SettingsProblem> problems = SettingsDraft.problemsOf(sorted, threshold);
        return problems.isEmpty() ? Either.right(new Roster(sorted, threshold)) : Either.left(problems);
    }

    public Option<Signer> find(Address address) {
        for (Signer signer : signers) {
            if (signer.address().equals(address)) {
                return Option.some(signer);
            }
        }
        return Option.none();
    }

    /** The signer at {@code address} if they hold at least one of {@code permissions}. */
    public Either<SignerRefusal, Signer> require(Address address, Permission... permissions) {
        return find(address)
                .<Either<SignerRefusal, Signer>>map(signer -> holdsOneOf(signer, permissions)
                        ? Either.right(signer)
                        : Either.left(new SignerRefusal.PermissionMissing(signer, Array.of(permissions))))
                .getOrElse(() -> Either.left(new SignerRefusal.NotASigner(address)));
    }

    /** The signers with {@code permission}, in the order of their addresses. */
    public Array<Address> holders(Permission permission) {
        return signers.filter(signer -> signer.may(permission)).map(Signer::address);
    }

    /** The number of signers with {@code permission}. */
    public int count(Permission permission) {
        int count = 0;
        for (Signer signer : signers) {
            count += signer.may(permission) ? 1 : 0;
        }
        return count;
    }

    /** The number of rejections that make approval impossible: voters − threshold + 1. */
    public int cutoff() {
        return count(Permission.CAN_VOTE) - threshold.value() + 1;
    }

    private static boolean holdsOneOf(Signer signer, Permission[] permissions) {
        for (Permission permission : permissions) {
            if (signer.may(permission)) {
                return true;
            }
        }
        return false;
    }
}
