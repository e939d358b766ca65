package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.Set;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Puts given signatures into the slots of a transaction. Verifies each one, including those that the transaction contains. */
final class SignedSlots {

    private final SignatureCheck signatures;

    SignedSlots(SignatureCheck signatures) {
        this.signatures = signatures;
    }

    /**
     * One valid signature for each signer, or the problems with them. A signature is compared with the signer who is named. Otherwise it is searched
     * among the signers, until one fits nobody: those after it are not searched for.
     */
    Either<SubmissionRefusal, Array<Signature>> fill(ParsedTransaction parsed, Array<SignatureGiven> given) {
        return fill(parsed, given, HashSet.empty());
    }

    /** The same, while the slots of {@code expected} may stay empty. */
    Either<SubmissionRefusal, Array<Signature>> fill(ParsedTransaction parsed, Array<SignatureGiven> given, Set<Address> expected) {
        Array<Address> invalid = parsed.signers()
                .zip(parsed.signatures())
                .filter(slot -> !slot._2.equals(Signature.EMPTY) && !fits(parsed, slot._1, slot._2))
                .map(slot -> slot._1);
        Array<SubmissionRefusal> refused = invalid.map(SubmissionRefusal.SignatureInvalid::new);
        Array<Signature> filled = parsed.signatures();
        // Signers who are named, or whose signature was given for another one.
        Set<Address> signed = expected.addAll(given.flatMap(SignatureGiven::signer));
        boolean isSearched = true;
        boolean isGuessed = false;
        for (int i = 0; i < given.length(); i++) {
            SignatureGiven one = given.get(i);
            if (!isSearched && one.signer().isEmpty()) {
                continue;
            }
            Option<Integer> slot = slotOf(parsed, filled, one, isSearched);
            boolean isForIt = slot.exists(place -> one.signer().forAll(parsed.signers().get(place)::equals));
            refused = isForIt ? refused : refused.append(whyNone(parsed, one, i));
            // A filled slot keeps its signature: both are valid.
            filled = isForIt && filled.get(slot.get()).equals(Signature.EMPTY) ? filled.update(slot.get(), one.signature()) : filled;
            signed = signed.addAll(slot.map(parsed.signers()::get));
            // For a signature that fits no signer, the intended signer is unknown.
            isGuessed |= slot.isEmpty() && (one.signer().isEmpty() || !isSearched);
            isSearched &= slot.isDefined();
        }
        isGuessed |= !isSearched && given.exists(one -> one.signer().isEmpty());
        Array<SubmissionRefusal> all = isGuessed ? refused : refused.appendAll(missing(parsed, filled, signed));
        return all.isEmpty() ? Either.right(filled) : Either.left(SubmissionRefusal.of(all));
    }

    /** The signers without any signature, not even one given for another signer. */
    private static Option<SubmissionRefusal> missing(ParsedTransaction parsed, Array<Signature> filled, Set<Address> signed) {
        Array<Address> missing = parsed.signers()
                .zip(filled)
                .filter(slot -> slot._2.equals(Signature.EMPTY))
                .map(slot -> slot._1)
                .reject(signed::contains);
        return Option.when(!missing.isEmpty(), () -> new SubmissionRefusal.SignaturesMissing(missing));
    }

    /**
     * The slot of the signer for whom the signature is valid: the named signer's if possible, else one without a signature if possible.
     *
     * @param isSearched whether others than the named signer are compared
     */
    private Option<Integer> slotOf(ParsedTransaction parsed, Array<Signature> filled, SignatureGiven given, boolean isSearched) {
        return Array.range(0, parsed.signers().length())
                .filter(slot -> isSearched || given.signer().contains(parsed.signers().get(slot)))
                .sortBy(slot -> given.signer().contains(parsed.signers().get(slot)) ? 0 : filled.get(slot).equals(Signature.EMPTY) ? 1 : 2)
                .find(slot -> fits(parsed, parsed.signers().get(slot), given.signature()));
    }

    private static SubmissionRefusal whyNone(ParsedTransaction parsed, SignatureGiven given, int index) {
        return given.signer()
                .filter(parsed.signers()::contains)
                .<SubmissionRefusal>map(signer -> new SubmissionRefusal.GivenSignatureInvalid(index, signer))
                .getOrElse(() -> new SubmissionRefusal.SignatureFitsNobody(index, given.signer()));
    }

    boolean fits(ParsedTransaction parsed, Address signer, Signature signature) {
        return signatures.check(signer, parsed.message(), signature) == SignatureCheck.Verdict.VALID;
    }
}
