package dev.mandate.solana.format;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/**
 * Reads calls of a token program. An address that gets tokens, may move them later or gets a closed account's lamports is a receiver. A mint may call
 * a program at each transfer (the transfer hook of Token-2022): that is a call of its own.
 *
 * <p>Sources: {@code TokenInstruction} of both programs, {@code TransferFeeInstruction}. A batch (255) is a list of instructions, each as
 * number of accounts, number of bytes, bytes.
 */
final class TokenCalls {

    static final Set<String> NAMES = HashSet.of(
            "transfer", "approve", "revoke", "set_authority", "mint_to", "burn", "close_account", "freeze_account", "thaw_account",
            "transfer_checked", "approve_checked", "mint_to_checked", "burn_checked", "sync_native", "transfer_checked_with_fee");

    private static final int BATCH = 255;
    private static final int TRANSFER_FEE_EXTENSION = 26;

    private final TokenProgram tokens;
    private final TokenFacts facts;

    TokenCalls(TokenProgram tokens, TokenFacts facts) {
        this.tokens = tokens;
        this.facts = facts;
    }

    Array<DecodedCall> calls(Instruction instruction) {
        return calls(instruction.data(), instruction.accounts().map(AccountMeta::address).toArray());
    }

    private Array<DecodedCall> calls(Bytes data, Array<Address> accounts) {
        ByteReader in = new ByteReader(data);
        return switch (in.u8()) {
            case 3 -> transfer("transfer", accounts, in, false);
            case 4 -> one(approved("approve", accounts, in, "source", "delegate", "authority"));
            case 5 -> one(named("revoke", accounts, in, "source", "authority"));
            case 6 -> one(authority(accounts, in));
            case 7 -> one(minted("mint_to", accounts, in));
            case 8 -> one(burned("burn", accounts, in));
            case 9 -> one(closed(accounts, in));
            case 10 -> one(named("freeze_account", accounts, in, "account", "mint", "authority"));
            case 11 -> one(named("thaw_account", accounts, in, "account", "mint", "authority"));
            case 12 -> transfer("transfer_checked", accounts, in, true);
            case 13 -> one(approved("approve_checked", accounts, in, "source", "mint", "delegate", "authority"));
            case 14 -> one(minted("mint_to_checked", accounts, in));
            case 15 -> one(burned("burn_checked", accounts, in));
            case 17 -> one(named("sync_native", accounts, in, "account"));
            case TRANSFER_FEE_EXTENSION -> tokens == TokenProgram.TOKEN_2022 && in.u8() == 1
                    ? transfer("transfer_checked_with_fee", accounts, in, true)
                    : one(Option.none());
            case BATCH -> batch(data, accounts);
            default -> one(Option.none());
        };
    }

    private Array<DecodedCall> one(Option<DecodedCall> read) {
        return Array.of(read.getOrElse(() -> unread("its instruction cannot be read")));
    }

    private DecodedCall unread(String why) {
        return new DecodedCall.Unread(tokens.id(), why);
    }

    private Array<DecodedCall> transfer(String name, Array<Address> accounts, ByteReader in, boolean checked) {
        int known = checked ? 4 : 3;
        if (accounts.length() < known) {
            return one(Option.none());
        }
        Address source = accounts.head();
        Address destination = accounts.get(known - 2);
        Option<Address> mint = checked
                ? Option.some(accounts.get(1))
                : facts.mintOf(source).orElse(() -> facts.mintOf(destination));
        Option<Address> unknown = Array.of(source, destination).find(account -> facts.mintOf(account).isEmpty());
        if (mint.isEmpty() || unknown.isDefined()) {
            return Array.of(unread("the token account " + unknown.getOrElse(source) + " is not known"));
        }
        Option<DecodedCall> moved = read(
                name,
                LinkedHashMap.of(
                                "source", Array.of(facts.names(source)),
                                "destination", facts.destination(destination),
                                "mint", Array.of(mint.toArray()))
                        .put("authority", Array.of(Array.of(accounts.get(known - 1)))),
                Option.some(in.amount()),
                mint,
                facts.receivers(destination),
                in);
        return one(moved).appendAll(hooked(mint.get(), accounts.length() > known));
    }

    /** @param more whether accounts follow, which a hook needs */
    private Option<DecodedCall> hooked(Address mint, boolean more) {
        if (tokens == TokenProgram.TOKEN) {
            return Option.none();
        }
        Option<Option<Address>> hook = facts.hookOf(mint);
        Option<Address> program = hook.flatMap(known -> known);
        return program.<DecodedCall>map(called -> new DecodedCall.Unread(called, "it is called at each transfer of the token " + mint))
                .orElse(() -> Option.when(
                        more || hook.isEmpty(), () -> unread("whether the token " + mint + " calls a program is not known")));
    }

    private Option<DecodedCall> approved(String name, Array<Address> accounts, ByteReader in, String... roles) {
        int delegate = roles.length - 2;
        return accounts.length() < roles.length
                ? Option.none()
                : mint(accounts.head()).flatMap(mint -> read(
                        name,
                        roles(accounts, roles),
                        Option.some(in.amount()),
                        Option.some(mint),
                        Array.of(Array.of(accounts.get(delegate))),
                        in));
    }

    /** The mint of a token account, or the mint itself. */
    private Option<Address> mint(Address account) {
        return facts.isMint(account) ? Option.some(account) : facts.mintOf(account);
    }

    private Option<DecodedCall> authority(Array<Address> accounts, ByteReader in) {
        int unusedKind = in.u8();
        Option<Address> next = in.option(ByteReader::address);
        return accounts.length() < 2
                ? Option.none()
                : mint(accounts.head()).flatMap(mint -> read(
                        "set_authority",
                        roles(accounts, "account", "authority").merge(next.isDefined()
                                ? LinkedHashMap.of("new_authority", Array.of(next.toArray()))
                                : LinkedHashMap.empty()),
                        Option.none(),
                        Option.some(mint),
                        next.toArray().map(Array::of),
                        in));
    }

    private Option<DecodedCall> minted(String name, Array<Address> accounts, ByteReader in) {
        return accounts.length() < 3 || facts.mintOf(accounts.get(1)).isEmpty()
                ? Option.none()
                : read(
                        name,
                        roles(accounts, "mint", "destination", "authority"),
                        Option.some(in.amount()),
                        Option.some(accounts.head()),
                        facts.receivers(accounts.get(1)),
                        in);
    }

    private Option<DecodedCall> burned(String name, Array<Address> accounts, ByteReader in) {
        return accounts.length() < 3
                ? Option.none()
                : read(
                        name,
                        roles(accounts, "account", "mint", "authority"),
                        Option.some(in.amount()),
                        Option.some(accounts.get(1)),
                        Array.empty(),
                        in);
    }

    /** Its lamports, for wrapped SOL also the tokens, go to the destination. */
    private Option<DecodedCall> closed(Array<Address> accounts, ByteReader in) {
        return accounts.length() < 3
                ? Option.none()
                : read(
                        "close_account",
                        roles(accounts, "account", "destination", "authority"),
                        Option.none(),
                        Option.some(Address.ZERO),
                        Array.of(Array.of(accounts.get(1))),
                        in);
    }

    private Option<DecodedCall> named(String name, Array<Address> accounts, ByteReader in, String... roles) {
        return accounts.length() < roles.length
                ? Option.none()
                : read(name, roles(accounts, roles), Option.none(), Option.none(), Array.empty(), in);
    }

    private Map<String, Array<Array<Address>>> roles(Array<Address> accounts, String... roles) {
        return Array.of(roles).zip(accounts).toLinkedMap(one -> one._1, one -> facts.named(one._1, one._2));
    }

    private Option<DecodedCall> read(
            String name,
            Map<String, Array<Array<Address>>> accounts,
            Option<BaseUnits> amount,
            Option<Address> mint,
            Array<Array<Address>> receivers,
            ByteReader in) {
        return in.finishPrefix(new DecodedCall.Read(
                        tokens.id(), name, accounts, amount, mint.map(Token::ofMint), receivers, Array.empty(), Option.none()))
                .<DecodedCall>map(read -> read)
                .toOption();
    }

    private Array<DecodedCall> batch(Bytes data, Array<Address> accounts) {
        Array<DecodedCall> calls = Array.empty();
        Array<Address> left = accounts;
        int at = 1;
        while (at < data.length()) {
            int named = data.at(at) & 0xff;
            int length = at + 2 <= data.length() ? data.at(at + 1) & 0xff : Integer.MAX_VALUE;
            if (length > data.length() - at - 2 || named > left.length() || (length > 0 && (data.at(at + 2) & 0xff) == BATCH)) {
                return calls.append(unread("its batch cannot be read"));
            }
            calls = calls.appendAll(calls(data.slice(at + 2, length), left.take(named)));
            left = left.drop(named);
            at += 2 + length;
        }
        return calls;
    }
}
