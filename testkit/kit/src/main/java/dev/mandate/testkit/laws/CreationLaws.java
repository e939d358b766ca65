package dev.mandate.testkit.laws;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mandate.domain.account.Permissions;
import dev.mandate.domain.account.SettingsProblem;
import dev.mandate.domain.account.Signer;
import dev.mandate.domain.account.TimeLock;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.domain.smartaccount.Command;
import dev.mandate.domain.smartaccount.Refusal;
import dev.mandate.domain.spending.LimitProblem;
import dev.mandate.domain.spending.LimitTerms;
import dev.mandate.domain.spending.SpendingLimit;
import dev.mandate.domain.spending.SpendingRefusal;
import dev.mandate.testkit.generators.AccountSettings;
import dev.mandate.testkit.generators.HistoryParticipants;
import dev.mandate.testkit.generators.Limits;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** Creating accounts and limits: all problems are reported at once. */
public abstract class CreationLaws extends DeciderLaws {

    @Provide
    Arbitrary<Command.CreateAccount> anything() {
        return AccountSettings.anyCreations(HistoryParticipants.STANDARD);
    }

    @Provide
    Arbitrary<LimitTerms> terms() {
        return Limits.anyTerms(HistoryParticipants.STANDARD);
    }

    @Law(
            id = "creation-1",
            says = "An account that cannot be made is refused with all of its problems, in the order of the program's checks.",
            source = "Squads v4, Multisig::invariant; a refusal names every field at fault",
            forAll = "creations, most of them invalid")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void everyProblemIsReportedAtOnce(@ForAll("anything") Command.CreateAccount create) {
        Array<SettingsProblem> expected = Array.ofAll(problems(create));
        var answer = decider().decide(Option.none(), create, new UnixTime(0));
        if (expected.isEmpty()) {
            assertTrue(answer.isRight());
        } else {
            assertEquals(Either.left(new Refusal.BadAccount(expected)), answer);
        }
    }

    @Law(
            id = "creation-2",
            says = "A spending limit that cannot be made is refused with all of its problems; a valid one starts full.",
            source = "Squads v4, SpendingLimit::invariant",
            forAll = "terms of limits, some of them invalid")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void everyProblemOfALimitIsReportedAtOnce(@ForAll("terms") LimitTerms terms) {
        List<LimitProblem> expected = new ArrayList<>();
        if (terms.amount().bits() == 0) {
            expected.add(new LimitProblem.AmountZero());
        }
        if (terms.signers().isEmpty()) {
            expected.add(new LimitProblem.NoSigners());
        }
        count(terms.signers()).forEach((signer, times) -> {
            if (times > 1) {
                expected.add(new LimitProblem.DuplicateSigner(signer));
            }
        });
        var answer = SpendingLimit.open(terms, new UnixTime(5));
        if (expected.isEmpty()) {
            assertEquals(terms.amount(), answer.get().window().remaining());
            assertEquals(new UnixTime(5), answer.get().window().start());
        } else {
            assertEquals(Either.left(new SpendingRefusal.BadTerms(Array.ofAll(expected))), answer);
        }
    }

    private static List<SettingsProblem> problems(Command.CreateAccount create) {
        List<SettingsProblem> problems = new ArrayList<>();
        count(create.signers().map(Signer::address)).forEach((signer, times) -> {
            if (times > 1) {
                problems.add(new SettingsProblem.DuplicateSigner(signer));
            }
        });
        List<Signer> inOrder = new ArrayList<>(create.signers().asJava());
        inOrder.sort(Comparator.comparing(Signer::address));
        Set<Address> voting = new HashSet<>();
        int held = 0;
        for (Signer signer : inOrder) {
            Permissions permissions = signer.permissions();
            if (permissions.mask() > 7) {
                problems.add(new SettingsProblem.UnknownPermission(signer.address(), permissions));
            }
            if ((permissions.mask() & 2) != 0) {
                voting.add(signer.address());
            }
            held |= permissions.mask();
        }
        int voters = voting.size();
        if ((held & 1) == 0) {
            problems.add(new SettingsProblem.NoProposer());
        }
        if ((held & 4) == 0) {
            problems.add(new SettingsProblem.NoExecutor());
        }
        if (voters == 0) {
            problems.add(new SettingsProblem.NoVoter());
        }
        if (create.threshold().value() == 0) {
            problems.add(new SettingsProblem.ThresholdZero());
        }
        if (create.threshold().value() > voters) {
            problems.add(new SettingsProblem.ThresholdExceedsVoters(create.threshold(), voters));
        }
        if (create.timeLock().seconds() > 7_776_000) {
            problems.add(new SettingsProblem.TimeLockTooLong(create.timeLock(), TimeLock.MAX_SECONDS));
        }
        return problems;
    }

    private static Map<Address, Integer> count(Array<Address> addresses) {
        Map<Address, Integer> times = new TreeMap<>();
        addresses.forEach(address -> times.merge(address, 1, Integer::sum));
        return times;
    }
}
