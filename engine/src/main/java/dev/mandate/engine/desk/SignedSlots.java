package dev.mandate.engine.desk;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.desk.SignatureGiven;
import dev.mandate.ports.desk.SubmissionRefusal;
import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.program.ParsedTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Puts signatures that came beside a transaction into its slots. Each one is verified, those that it carries too. */
final class SignedSlots {

    private final SignatureCheck signatures;

    SignedSlots(SignatureCheck signatures) {
        this.signatures = signatures;
    }

    /** One signature for each signer, all of them valid. */
    Either<SubmissionRefusal, Array<Signature>> fill(ParsedTransaction parsed, Array<SignatureGiven> given) {
        return requireValid(parsed)
                .flatMap(slots -> merge(parsed, slots, given))
                .flatMap(slots -> requireComplete(parsed, slots));
    }

    private Either<SubmissionRefusal, Array<Signature>> requireValid(ParsedTransaction parsed) {
        return parsed.signers()
                .zip(parsed.signatures())
                .find(slot -> !slot._2.equals(Signature.EMPTY) && !fits(parsed, slot._1, slot._2))
                .<Either<SubmissionRefusal, Array<Signature>>>map(
                        slot -> Either.left(new SubmissionRefusal.SignatureInvalid(slot._1)))
                .getOrElse(() -> Either.right(parsed.signatures()));
    }

    private Either<SubmissionRefusal, Array<Signature>> merge(
            ParsedTransaction parsed, Array<Signature> slots, Array<SignatureGiven> given) {
        Array<Signature> filled = slots;
        for (int i = 0; i < given.length(); i++) {
            Signature signature = given.get(i).signature();
            Option<Integer> slot = slotOf(parsed, given.get(i));
            if (slot.isEmpty()) {
                return Either.left(whyNone(parsed, given.get(i), i));
            }
            // A slot keeps what it has: either is valid.
            filled = filled.get(slot.get()).equals(Signature.EMPTY) ? filled.update(slot.get(), signature) : filled;
        }
        return Either.right(filled);
    }

    /** The signer for whom it is valid: the one that is named, or whoever there is. */
    private Option<Integer> slotOf(ParsedTransaction parsed, SignatureGiven given) {
        return Array.range(0, parsed.signers().length())
                .filter(slot -> given.signer().forAll(parsed.signers().get(slot)::equals))
                .find(slot -> fits(parsed, parsed.signers().get(slot), given.signature()));
    }

    private static SubmissionRefusal whyNone(ParsedTransaction parsed, SignatureGiven given, int index) {
        return given.signer()
                .filter(parsed.signers()::contains)
                .<SubmissionRefusal>map(signer -> new SubmissionRefusal.GivenSignatureInvalid(index, signer))
                .getOrElse(() -> new SubmissionRefusal.SignatureFitsNobody(index));
    }

    private static Either<SubmissionRefusal, Array<Signature>> requireComplete(
            ParsedTransaction parsed, Array<Signature> slots) {
        Array<Address> missing = parsed.signers()
                .zip(slots)
                .filter(slot -> slot._2.equals(Signature.EMPTY))
                .map(slot -> slot._1);
        return missing.isEmpty() ? Either.right(slots) : Either.left(new SubmissionRefusal.SignaturesMissing(missing));
    }

    private boolean fits(ParsedTransaction parsed, Address signer, Signature signature) {
        return signatures.check(signer, parsed.message(), signature) == SignatureCheck.Verdict.VALID;
    }
}
