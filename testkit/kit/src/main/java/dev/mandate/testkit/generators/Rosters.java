package dev.mandate.testkit.generators;

import dev.mandate.domain.account.Permission;
import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.Roster;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.Threshold;
import io.vavr.collection.Array;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Tuple;

/** Generates permissions, signers, thresholds and rosters. */
public final class Rosters {

    private Rosters() {}

    /** Generates every mask below 8; shrinks towards all permissions. */
    public static Arbitrary<Permissions> permissions() {
        return Arbitraries.of(7, 6, 5, 4, 3, 2, 1, 0).map(Permissions::new);
    }

    /** Generates masks, a few of them with unknown bits. */
    public static Arbitrary<Permissions> anyPermissions() {
        return Arbitraries.frequencyOf(
                Tuple.of(15, permissions()),
                Tuple.of(1, Arbitraries.of(8, 15, 128, 255).map(Permissions::new)));
    }

    /** Generates thresholds, mostly small; also 0, which is invalid, and 65,535. */
    public static Arbitrary<Threshold> thresholds() {
        return Arbitraries.frequencyOf(
                        Tuple.of(20, Arbitraries.integers().between(1, 6)),
                        Tuple.of(2, Arbitraries.of(0, 7, 65_535)))
                .map(Threshold::new);
    }

    /** Generates one to all of the people, each once, in any order. */
    public static Arbitrary<Array<Signer>> distinctSigners(HistoryParticipants cast) {
        Arbitrary<Integer> masks = Arbitraries.frequencyOf(
                Tuple.of(2, Arbitraries.just(Permissions.ALL.mask())),
                Tuple.of(3, permissions().map(Permissions::mask)));
        return Combinators.combine(
                        Addresses.of(cast).list().uniqueElements().ofMinSize(1),
                        masks.list().ofSize(cast.people().size()))
                .as((addresses, held) -> Array.ofAll(addresses)
                        .zipWithIndex((address, at) -> new Signer(address, new Permissions(held.get(at)))));
    }

    /** Generates any signers: possibly none, with duplicates and unknown permissions. */
    public static Arbitrary<Array<Signer>> anySigners(HistoryParticipants cast) {
        return Combinators.combine(Addresses.of(cast), anyPermissions())
                .as(Signer::new)
                .list()
                .ofMaxSize(6)
                .map(Array::ofAll);
    }

    /** Generates governable rosters with any valid threshold. */
    public static Arbitrary<Roster> governable(HistoryParticipants cast) {
        return Combinators.combine(
                        distinctSigners(cast), Arbitraries.of(0, 1, 2, 3, 4, 5))
                .as((signers, number) -> {
                    Array<Signer> able = withEveryRole(signers);
                    int voters = able.count(signer -> signer.may(Permission.CAN_VOTE));
                    return Roster.of(able, new Threshold(1 + number % voters))
                            .getOrElseThrow(problems -> new IllegalStateException(problems.toString()));
                });
    }

    /** Gives the first signer all permissions that nobody holds. */
    private static Array<Signer> withEveryRole(Array<Signer> signers) {
        int held = signers.foldLeft(0, (mask, signer) -> mask | signer.permissions().mask());
        int missing = Permissions.ALL.mask() & ~held;
        Signer first = signers.head();
        return signers.update(
                0, new Signer(first.address(), new Permissions(first.permissions().mask() | missing)));
    }
}
