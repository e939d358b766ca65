package dev.mandate.engine.submission;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.api.custody.SignatureGiven;
import dev.mandate.ports.api.custody.SubmissionRefusal;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** Puts given signatures into the slots of a transaction. Verifies each one, including those that the transaction contains. */
final class SignedSlots {

    private final SignatureCheck signatures;

    SignedSlots(SignatureCheck signatures) {
        this.signatures = signatures;
    }

    /** One valid signature for each signer, or all problems with them. */
    Either<SubmissionRefusal, Array<Signature>> fill(ParsedTransaction parsed, Array<SignatureGiven> given) {
        Array<Address> invalid = parsed.signers()
                .zip(parsed.signatures())
                .filter(slot -> !slot._2.equals(Signature.EMPTY) && !fits(parsed, slot._1, slot._2))
                .map(slot -> slot._1);
        Array<SubmissionRefusal> refused = invalid.map(SubmissionRefusal.SignatureInvalid::new);
        Array<Signature> filled = parsed.signatures();
        for (int i = 0; i < given.length(); i++) {
            Signature signature = given.get(i).signature();
            Option<Integer> slot = slotOf(parsed, given.get(i));
            refused = slot.isEmpty() ? refused.append(whyNone(parsed, given.get(i), i)) : refused;
            // A filled slot keeps its signature: both are valid.
            filled = slot.isEmpty() || !filled.get(slot.get()).equals(Signature.EMPTY)
                    ? filled
                    : filled.update(slot.get(), signature);
        }
        // For a signature that fits no signer, the intended signer is unknown.
        boolean guessing = refused.exists(why ->
                why instanceof SubmissionRefusal.SignatureFitsNobody(int index) && given.get(index).signer().isEmpty());
        Array<SubmissionRefusal> all = guessing ? refused : refused.appendAll(missing(parsed, filled, given));
        return all.isEmpty() ? Either.right(filled) : Either.left(SubmissionRefusal.of(all));
    }

    /** The signers without any signature, not even one given for another signer. */
    private Option<SubmissionRefusal> missing(
            ParsedTransaction parsed, Array<Signature> filled, Array<SignatureGiven> given) {
        Array<Address> missing = parsed.signers()
                .zip(filled)
                .filter(slot -> slot._2.equals(Signature.EMPTY))
                .map(slot -> slot._1)
                .reject(signer -> given.exists(
                        one -> one.signer().contains(signer) || fits(parsed, signer, one.signature())));
        return Option.when(!missing.isEmpty(), () -> new SubmissionRefusal.SignaturesMissing(missing));
    }

    /** The slot of the signer for whom the signature is valid: the named signer, or else any. */
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

    boolean fits(ParsedTransaction parsed, Address signer, Signature signature) {
        return signatures.check(signer, parsed.message(), signature) == SignatureCheck.Verdict.VALID;
    }
}
