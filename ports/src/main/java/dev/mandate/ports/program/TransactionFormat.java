package dev.mandate.ports.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.ports.chain.AccountData;
import dev.mandate.ports.chain.LandedTransaction;
import io.vavr.collection.Array;
import io.vavr.collection.Seq;
import io.vavr.control.Either;
import io.vavr.control.Option;

/** The chain's own formats: transactions as bytes, and the few native instructions that a builder adds. */
public interface TransactionFormat {

    /** Compiles a message to a transaction with empty signature slots. */
    Either<CompileRefusal, UnsignedTransaction> compile(Message message);

    /** Reads a transaction strictly, signed or not. */
    Either<ParseRefusal, ParsedTransaction> parse(Bytes transaction);

    /** The message of a transaction, its lookup tables resolved. */
    Either<ParseRefusal, Message> resolve(ParsedTransaction transaction, Seq<LookupTable> tables);

    Either<LayoutProblem, LookupTable> readLookupTable(Address address, AccountData account);

    /** Whether {@code account} is a lookup table that was deactivated: no new transaction should use it. */
    boolean isDeactivatedTable(AccountData account);

    Either<LayoutProblem, DurableNonce> readNonce(Address address, AccountData account);

    /** Advances a durable nonce: the first instruction of every transaction that lives by one. */
    Instruction advanceNonce(DurableNonce nonce);

    /** The instructions that ask for {@code budget}. */
    Seq<Instruction> computeBudget(ComputeBudget budget);

    /** Moves lamports; {@code from} signs. */
    Instruction transfer(Address from, Address to, BaseUnits lamports);

    /** Whether an instruction asks for a compute budget: such stand in the outer transaction alone. */
    boolean isComputeBudget(Instruction instruction);

    /** What is wrong with these compute budget instructions as those of one transaction; none if a chain takes them. */
    Option<String> budgetFault(Seq<Instruction> instructions);

    /**
     * What {@code instructions} pay to be preferred, as those of one transaction: price times limit in lamports, rounded up. Where they name no
     * limit each that asks for no compute budget counts with the network's highest default. Of what stands there twice the larger counts.
     */
    BaseUnits priorityFee(Seq<Instruction> instructions);

    /**
     * The nonce account that an instruction advances; none if it does something else. Bytes and accounts that the program passes over
     * make no difference.
     */
    Option<Address> advancedNonce(Instruction instruction);

    /** What {@code instructions}, which {@code vault} signs, give away. They are read as their programs read them. */
    Array<GiveawayWarning> warnings(Address vault, Seq<Instruction> instructions);

    /**
     * The bytes of a transaction with these signatures in its slots.
     *
     * @param signatures one for each signer, in order; {@link Signature#EMPTY} where there is none
     */
    Bytes withSignatures(ParsedTransaction transaction, Array<Signature> signatures);

    /**
     * What a landed transaction moved by transfers, in the order of its instructions. They are read as their programs read them, who pass
     * over what they don't ask for.
     *
     * <p>Money that moves by other means is none: fees, rewards, what an account leaves behind that is closed, tokens minted or burned,
     * lamports that a program takes out of an account of its own.
     */
    Seq<Movement> movements(LandedTransaction transaction);

    /** How tables are made that shorten transactions. */
    LookupTableFormat lookupTables();

    /** Whether there can be a key for {@code address} whose signatures the network takes. Addresses that programs derive have none. */
    boolean canSign(Address address);
}
