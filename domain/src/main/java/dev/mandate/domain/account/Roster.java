package dev.mandate.domain.account;

import dev.mandate.domain.chain.Address;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.Comparator;

/**
 * The signers of an account with its threshold: the pair that must agree. Governable by construction: no signer twice, only
 * known permissions, at least one proposer, one voter and one executor, and 1 ≤ threshold ≤ voters.
 *
 * @param signers in the order of their addresses
 */
public record Roster(Array<Signer> signers, Threshold threshold) {

    /** The chain counts signers in 16 bits. */
    static final int MAX_SIGNERS = 0xffff;

    public Roster {
        if (!sorted(signers).equals(signers)) {
            throw new IllegalArgumentException("signers must stand in the order of their addresses");
        }
        problems(signers, threshold).headOption().forEach(problem -> {
            throw new IllegalArgumentException("not a governable roster: " + problem);
        });
    }

    /** A governable roster of {@code signers} in any order, or every problem in the program's order of checks. */
    public static Either<Array<SettingsProblem>, Roster> of(Seq<Signer> signers, Threshold threshold) {
        Array<Signer> sorted = sorted(signers);
        Array<SettingsProblem> problems = problems(sorted, threshold);
        return problems.isEmpty() ? Either.right(new Roster(sorted, threshold)) : Either.left(problems);
    }

    /** What keeps these signers from governing an account together, in the program's order of checks. A signer who is named twice votes once. */
    static Array<SettingsProblem> problems(Array<Signer> sorted, Threshold threshold) {
        Permissions held = new Permissions(sorted.foldLeft(0, (masks, signer) -> masks | signer.permissions().mask()));
        int voters = sorted.filter(signer -> signer.may(Permission.CAN_VOTE))
                .map(Signer::address)
                .distinct()
                .length();
        Array<SettingsProblem> problems = Array.empty();
        if (sorted.size() > MAX_SIGNERS) {
            problems = problems.append(new SettingsProblem.TooManySigners(sorted.size(), MAX_SIGNERS));
        }
        problems = problems.appendAll(sorted.groupBy(Signer::address)
                .filterValues(same -> same.size() > 1)
                .keySet()
                .toArray()
                .sorted()
                .map(SettingsProblem.DuplicateSigner::new));
        problems = problems.appendAll(sorted.filter(signer -> !signer.permissions().areKnown())
                .map(signer -> new SettingsProblem.UnknownPermission(signer.address(), signer.permissions())));
        if (!held.allow(Permission.CAN_INITIATE)) {
            problems = problems.append(new SettingsProblem.NoProposer());
        }
        if (!held.allow(Permission.CAN_EXECUTE)) {
            problems = problems.append(new SettingsProblem.NoExecutor());
        }
        if (voters == 0) {
            problems = problems.append(new SettingsProblem.NoVoter());
        }
        if (threshold.value() == 0) {
            problems = problems.append(new SettingsProblem.ThresholdZero());
        }
        if (threshold.value() > voters) {
            problems = problems.append(new SettingsProblem.ThresholdExceedsVoters(threshold, voters));
        }
        return problems;
    }

    /** Sorts by address. The sort is stable, as the program's: of equal addresses the first one stays first. */
    static Array<Signer> sorted(Seq<Signer> signers) {
        return Array.ofAll(signers).sorted(Comparator.comparing(Signer::address));
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
