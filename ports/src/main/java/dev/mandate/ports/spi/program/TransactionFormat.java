package dev.mandate.ports.spi.program;

import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.LookupTable;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.review.AddressKind;
import dev.mandate.domain.review.GiveawayWarning;
import dev.mandate.domain.review.MoneyReceiver;
import dev.mandate.ports.spi.chain.AccountData;
import dev.mandate.ports.spi.chain.AccountQuery;
import dev.mandate.ports.spi.chain.LandedTransaction;
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

    /** Reads a message as the transaction that has it, with empty signature slots. */
    Either<ParseRefusal, ParsedTransaction> parseMessage(Bytes message);

    /** The message of a transaction with its lookup tables resolved. */
    Either<ParseRefusal, Message> resolve(ParsedTransaction transaction, Seq<LookupTable> tables);

    /** The query for a lookup table. */
    AccountQuery lookupTableQuery(Address address);

    /** Reads the answer to {@link #lookupTableQuery}. */
    Either<LayoutProblem, LookupTable> readLookupTable(Address address, AccountData account);

    /** Whether {@code account} is a lookup table that was deactivated: no new transaction should use it. */
    boolean isDeactivatedTable(AccountData account);

    /** The query for a nonce account. */
    AccountQuery nonceQuery(Address address);

    /** Reads the answer to {@link #nonceQuery}. */
    Either<LayoutProblem, DurableNonce> readNonce(Address address, AccountData account);

    /** The instructions that create a nonce account. Payer and nonce account sign. */
    Array<Instruction> createNonce(NonceCreation creation);

    /** The nonce account that two instructions, the second right behind the first, create as {@link #createNonce} does; none if they differ. */
    Option<NonceCreation> createdNonce(Instruction first, Instruction second);

    /** The room of a new nonce account. */
    NewStorage nonceRoom(Address nonceAccount);

    /** Advances a durable nonce. It must be the first instruction of a transaction that uses one. */
    Instruction advanceNonce(DurableNonce nonce);

    /** The instructions that ask for {@code budget} in a transaction before version 1. A price of 0 needs none. */
    Array<Instruction> computeBudget(ComputeBudget budget);

    /**
     * Reads the instructions of {@link #computeBudget}, in any order.
     *
     * @return left: why the chain refuses them in one transaction
     */
    Either<String, ComputeBudget> readComputeBudget(Seq<Instruction> instructions);

    /** Moves lamports; {@code from} signs. */
    Instruction transfer(Address from, Address to, BaseUnits lamports);

    /** Whether an instruction requests a compute budget. Only the outer transaction can contain these. */
    boolean isComputeBudget(Instruction instruction);

    /**
     * The greatest priority fee of a transaction. In version 1 it is in the config, and compute budget instructions have no effect. In older
     * versions it is price times limit in lamports, rounded up: without a limit, {@link ComputeBudget#MAX_UNITS} count, since the network may
     * change its default, and of two prices or limits the larger counts. What the transaction will pay is for {@code Chain.fee} to say.
     */
    BaseUnits priorityFee(Message message);

    /**
     * The compute units that the network grants to a transaction before version 1 with these instructions that states no limit. Source: SIMD-170.
     */
    long usualUnits(Seq<Instruction> instructions);

    /**
     * The nonce account that an instruction advances; none if it does something else. Trailing bytes and accounts, which the program
     * ignores, are ignored here too.
     */
    Option<Address> advancedNonce(Instruction instruction);

    /** The authority that an {@link #advancedNonce advance} names, which must sign; none if it names none, which the program refuses. */
    Option<Address> nonceAuthority(Instruction advance);

    /** Warnings about {@code instructions} that {@code vault} signs. They are decoded as leniently as their programs decode them. */
    Array<GiveawayWarning> warnings(Address vault, Seq<Instruction> instructions);

    /**
     * Who gets money by {@code instructions} that {@code vault} signs, as far as they can be read: lamports and tokens of the vault, and of accounts
     * of which it has the authority. They are decoded as leniently as their programs decode them.
     */
    Array<MoneyReceiver> receivers(Address vault, Seq<Instruction> instructions);

    /** The authorities that {@code instructions} give to nonce accounts. */
    Array<Address> nonceAuthorities(Seq<Instruction> instructions);

    /** What is at an address that is the same on every network; none if the address is not well known. */
    Option<AddressKind> wellKnown(Address address);

    /** What an account is, as the chain stores it. An account of a program that is not known here is {@link AddressKind#OTHER}. */
    AddressKind kind(AccountData account);

    /**
     * The bytes of a transaction with these signatures in its slots.
     *
     * @param signatures one for each signer, in order; {@link Signature#EMPTY} where there is none
     */
    Bytes withSignatures(ParsedTransaction transaction, Array<Signature> signatures);

    /**
     * What a landed transaction moved into and out of {@code account}, in the order of its instructions. It adds up to the difference of the
     * account's lamports, and for each mint to that of all its token accounts: tokens made and destroyed, batches, closed accounts and fees of
     * tokens included. Movements that instructions spell out are told one by one, the rest as one movement for each token, behind them.
     * Instructions are decoded as leniently as their programs decode them: trailing bytes and accounts are ignored.
     *
     * @return none if the balances are not known
     */
    Option<Array<Movement>> movements(Address account, LandedTransaction transaction);

    /** The format of lookup tables, which shorten transactions. */
    LookupTableFormat lookupTables();

    /** Whether {@code address} can have a key whose signatures the network accepts. Addresses that programs derive have none. */
    boolean canSign(Address address);
}
