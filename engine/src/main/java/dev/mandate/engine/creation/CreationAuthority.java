package dev.mandate.engine.creation;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.ports.keys.AuthorizedCreation;
import dev.mandate.ports.keys.OperatorKey;
import dev.mandate.ports.keys.SignatureCheck;
import dev.mandate.ports.program.CreationInstruction;
import dev.mandate.ports.program.ParsedTransaction;
import dev.mandate.ports.program.SmartAccountProgram;
import dev.mandate.ports.program.TransactionFormat;
import dev.mandate.ports.program.UnsignedTransaction;
import io.vavr.collection.Array;

/**
 * Decides what the operator's key signs: a transaction that, read back from the very bytes to be signed, makes the account that was
 * ordered and does nothing else. The one place where an {@link AuthorizedCreation} is made.
 */
final class CreationAuthority {

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final OperatorKey operator;
    private final SignatureCheck signatures;

    CreationAuthority(
            SmartAccountProgram program, TransactionFormat format, OperatorKey operator, SignatureCheck signatures) {
        this.program = program;
        this.format = format;
        this.operator = operator;
        this.signatures = signatures;
    }

    /**
     * The signed transaction.
     *
     * @throws IllegalStateException if the bytes do anything else than what was ordered: then nothing was signed
     */
    SignedTransaction sign(Order order, Bytes unsigned) {
        ParsedTransaction parsed = format.parse(unsigned)
                .getOrElseThrow(refusal -> new IllegalStateException("no transaction was built: " + refusal.detail()));
        Array<Signature> made = operator.sign(authorize(order, parsed));
        Array<Address> wrong = parsed.signers()
                .zip(made)
                .filter(slot -> signatures.check(slot._1, parsed.message(), slot._2) != SignatureCheck.Verdict.VALID)
                .map(slot -> slot._1);
        if (made.length() != parsed.signers().length() || !wrong.isEmpty()) {
            throw new IllegalStateException("the operator's key made no valid signatures for " + wrong);
        }
        return new SignedTransaction(format.withSignatures(parsed, made), made.head());
    }

    private AuthorizedCreation authorize(Order order, ParsedTransaction parsed) {
        Address createKey = operator.createKey(order.id());
        CreationInstruction ordered =
                new CreationInstruction(createKey, operator.feePayer(), order.terms(), order.memo());
        Message message = format.resolve(parsed, Array.empty())
                .getOrElseThrow(refusal -> new IllegalStateException("unreadable: " + refusal.detail()));
        boolean asOrdered = message.instructions().flatMap(program::creationOf).toArray().equals(Array.of(ordered))
                && message.instructions().length() == 1
                && parsed.signers().equals(Array.of(operator.feePayer(), createKey))
                && program.locate(createKey).equals(order.account());
        if (!asOrdered) {
            throw new IllegalStateException("not the creation of " + order.account().address() + " as it was ordered");
        }
        return new AuthorizedCreation(
                order.id(), new UnsignedTransaction(parsed.transaction(), parsed.message(), parsed.signers()));
    }
}
