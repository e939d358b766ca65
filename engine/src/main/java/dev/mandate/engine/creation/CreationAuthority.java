package dev.mandate.engine.creation;

import dev.mandate.ports.spi.formats.ChainFormats;
import dev.mandate.domain.account.Memo;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.submission.SignedTransaction;
import dev.mandate.engine.creation.CreationRecord.Order;
import dev.mandate.ports.spi.keys.AuthorizedCreation;
import dev.mandate.ports.spi.keys.CreationId;
import dev.mandate.ports.spi.keys.OperatorKey;
import dev.mandate.ports.spi.keys.SignatureCheck;
import dev.mandate.ports.spi.keys.VaultFault;
import dev.mandate.ports.spi.program.AccountRef;
import dev.mandate.ports.spi.program.CreationInstruction;
import dev.mandate.ports.spi.program.ParsedTransaction;
import dev.mandate.ports.spi.program.SmartAccountProgram;
import dev.mandate.ports.spi.program.TransactionFormat;
import dev.mandate.ports.spi.program.UnsignedTransaction;
import dev.mandate.ports.api.tenant.CreationOrder;
import io.vavr.Tuple;
import io.vavr.Tuple2;
import io.vavr.collection.Array;
import io.vavr.control.Either;

/**
 * Decides what the operator's key signs. It decodes the bytes to be signed and accepts only a transaction that creates the ordered account
 * and does nothing else. It may ask for limits and a priority fee up to the maximum, as the engine does. Only this class constructs an
 * {@link AuthorizedCreation}.
 */
final class CreationAuthority {

    private final SmartAccountProgram program;
    private final TransactionFormat format;
    private final OperatorKey operator;
    private final SignatureCheck signatures;
    private final BaseUnits maxPriorityFee;
    private volatile boolean tested;

    CreationAuthority(
            ChainFormats formats,
            OperatorKey operator,
            BaseUnits maxPriorityFee) {
        this.program = formats.program();
        this.format = formats.format();
        this.operator = operator;
        this.signatures = formats.signatures();
        this.maxPriorityFee = maxPriorityFee;
    }

    /**
     * The signed transaction. Left: the vault did not sign.
     *
     * @throws IllegalStateException if the bytes do anything but create the ordered account; nothing is signed
     */
    Either<VaultFault, SignedTransaction> sign(Order order, Bytes unsigned) {
        ParsedTransaction parsed = parse(unsigned);
        CreationInstruction ordered = new CreationInstruction(
                operator.createKey(order.id()), operator.feePayer(), order.terms(), order.memo().map(Memo::text));
        return operator.sign(authorize(order.id(), ordered, order.account(), parsed)).map(made -> signed(parsed, made));
    }

    private SignedTransaction signed(ParsedTransaction parsed, Array<Signature> made) {
        if (made.length() != parsed.signers().length()) {
            throw new IllegalStateException("the operator's key made " + made.length() + " signatures");
        }
        requireTested(parsed.signers().zip(made), parsed.message());
        tested = true;
        return new SignedTransaction(format.withSignatures(parsed, made), made.head());
    }

    /** The first signatures test the operator's keys. The network checks each. */
    private void requireTested(Array<Tuple2<Address, Signature>> made, Bytes message) {
        Array<Address> wrong = tested
                ? Array.empty()
                : made.filter(slot -> signatures.check(slot._1, message, slot._2) != SignatureCheck.Verdict.VALID).map(slot -> slot._1);
        if (!wrong.isEmpty()) {
            throw new IllegalStateException("the operator's key made no valid signatures for " + wrong);
        }
    }

    /**
     * The transaction with the create key's signature; only {@code payer} has to sign it still.
     *
     * @throws IllegalStateException if it does anything but create this account at the cost of {@code payer}; nothing is signed
     */
    Bytes signForPayer(CreationId id, Address payer, CreationOrder order, Bytes unsigned) {
        if (payer.equals(operator.feePayer())) {
            throw new IllegalStateException("the operator pays for orders on record alone");
        }
        ParsedTransaction parsed = parse(unsigned);
        Address createKey = operator.createKey(id);
        CreationInstruction asked = new CreationInstruction(createKey, payer, order.terms(), order.memo().map(Memo::text));
        Signature made = operator.signAsCreateKey(authorize(id, asked, program.locate(createKey), parsed));
        requireTested(Array.of(Tuple.of(createKey, made)), parsed.message());
        return format.withSignatures(
                parsed, parsed.signers().map(signer -> signer.equals(createKey) ? made : Signature.EMPTY));
    }

    private ParsedTransaction parse(Bytes transaction) {
        return format.parse(transaction)
                .getOrElseThrow(refusal -> new IllegalStateException("no transaction was built: " + refusal.detail()));
    }

    private AuthorizedCreation authorize(
            CreationId id, CreationInstruction ordered, AccountRef account, ParsedTransaction parsed) {
        Address createKey = operator.createKey(id);
        Message message = format.resolve(parsed, Array.empty())
                .getOrElseThrow(refusal -> new IllegalStateException("unreadable: " + refusal.detail()));
        Array<Instruction> budget = message.instructions().toArray().dropRight(1);
        boolean asOrdered = message.instructions().flatMap(program::creationOf).toArray().equals(Array.of(ordered))
                && program.creationOf(message.instructions().last()).isDefined()
                && format.readComputeBudget(budget).map(format::computeBudget).contains(budget)
                && format.priorityFee(message).compareTo(maxPriorityFee) <= 0
                && parsed.signers().equals(Array.of(ordered.payer(), createKey))
                && program.locate(createKey).equals(account);
        if (!asOrdered) {
            throw new IllegalStateException("not the creation of " + account.address() + " as it was ordered");
        }
        return new AuthorizedCreation(
                id, new UnsignedTransaction(parsed.transaction(), parsed.message(), parsed.maxBytes(), parsed.signers()));
    }
}
