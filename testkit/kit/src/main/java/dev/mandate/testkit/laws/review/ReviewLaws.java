package dev.mandate.testkit.laws.review;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.ReviewFinding;
import dev.mandate.simulator.keys.TestKey;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.testkit.laws.Law;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import java.util.Iterator;
import java.util.Random;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Shrinkable;

/**
 * Builders and {@code submit} refuse alike by the review. What the rules of the account refuse is not compared: a builder reviews what it has
 * compiled, and compiles nothing that they refuse.
 */
public abstract class ReviewLaws {

    static final String CASES = "cases";

    /** The findings about instructions that no builder adds. */
    private static final Set<Class<?>> OF_NO_BUILDER = HashSet.of(
            ReviewFinding.ForeignInstruction.class, ReviewFinding.NothingOnAccount.class, ReviewFinding.VoteRefused.class);

    /** With it few cases suffice. */
    private static final long SEED = 7;

    private static final int MOST_CASES = 500;

    /** Returns a service that knows no account yet. */
    protected abstract CustodyUnderTest custody();

    @Provide
    Arbitrary<ReviewCase> cases() {
        return new ReviewCases(Parties.of(custody())).cases();
    }

    @Law(
            id = "review-1",
            says = "A builder and submit refuse alike: the review has the same findings on a request and on what another client encodes for it.",
            source = "Custody.submit: it passes the same review as what build builds",
            forAll = "accounts with requests that the account's rules allow")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void buildAndSubmitRefuseAlike(@ForAll(CASES) ReviewCase one) {
        ReviewComparison comparison = new ReviewComparison(custody(), one);
        for (Set<ReviewFinding> built : comparison.built()) {
            for (Set<ReviewFinding> submitted : comparison.submitted(instructions -> instructions)) {
                assertEquals(reported(one, built), reported(one, submitted), "built, and submitted");
            }
        }
    }

    @Law(
            id = "review-2",
            says = "An instruction that no builder adds is found beside what a builder finds of the rest.",
            source = "Custody: a refusal names everything that is wrong",
            forAll = "accounts with requests that the account's rules allow, and a transfer behind their instructions")
    @Property(edgeCases = EdgeCasesMode.NONE)
    void nothingHidesBehindAForeignInstruction(@ForAll(CASES) ReviewCase one) {
        ReviewComparison comparison = new ReviewComparison(custody(), one);
        Instruction foreign = SystemProgram.transfer(one.payer(), TestKey.of("review/shop").address(), BaseUnits.of(1));
        ReviewFinding found = new ReviewFinding.ForeignInstruction(comparison.instructions().length(), foreign.program());
        for (Set<ReviewFinding> built : comparison.built()) {
            for (Set<ReviewFinding> submitted : comparison.submitted(instructions -> instructions.append(foreign))) {
                assertEquals(reported(one, built.add(found)), reported(one, submitted), "built and the transfer, and submitted");
            }
        }
    }

    /** Otherwise the laws could hold because nothing is refused. */
    @Example
    void theCasesReachEveryFindingOfABuilder() {
        Iterator<ReviewCase> cases = cases().generator(MOST_CASES).stream(new Random(SEED)).map(Shrinkable::value).iterator();
        Set<Class<?>> missing = HashSet.<Class<?>>of(ReviewFinding.class.getPermittedSubclasses()).removeAll(OF_NO_BUILDER);
        for (int tried = 0; tried < MOST_CASES && !missing.isEmpty(); tried++) {
            for (Set<ReviewFinding> built : new ReviewComparison(custody(), cases.next()).built()) {
                missing = missing.removeAll(built.map(Object::getClass));
            }
        }
        assertEquals(HashSet.empty(), missing);
    }

    private static String reported(ReviewCase one, Set<ReviewFinding> findings) {
        return one.parties().named(findings.toArray().map(ReviewFinding::toString).sorted().mkString("\n", "\n", "\n"));
    }
}
