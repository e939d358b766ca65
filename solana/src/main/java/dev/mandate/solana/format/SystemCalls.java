package dev.mandate.solana.format;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.filter.DecodedCall;
import dev.mandate.domain.money.BaseUnits;
import dev.mandate.domain.money.Token;
import dev.mandate.solana.bytes.ByteReader;
import dev.mandate.solana.programs.SystemProgram;
import io.vavr.collection.Array;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.Map;
import io.vavr.collection.Set;
import io.vavr.control.Option;

/** Reads calls of the system program. Source: {@code SystemInstruction} (bincode: a string's length takes 64 bits). */
final class SystemCalls {

    static final Set<String> NAMES = HashSet.of(
            "create_account", "assign", "transfer", "create_account_with_seed", "advance_nonce_account", "withdraw_nonce_account",
            "initialize_nonce_account", "authorize_nonce_account", "allocate", "transfer_with_seed");

    private static final int MAX_SEED_BYTES = 32;

    private final TokenFacts facts;

    /** @param facts of token accounts: lamports that go to one become wrapped SOL of its owner */
    SystemCalls(TokenFacts facts) {
        this.facts = facts;
    }

    Option<DecodedCall> call(Instruction instruction) {
        Array<Address> accounts = instruction.accounts().map(AccountMeta::address).toArray();
        ByteReader in = new ByteReader(instruction.data());
        return switch ((int) in.u32()) {
            case 0 -> moved("create_account", accounts, in.amount(), in, "payer", "account");
            case 1 -> given("assign", accounts, in.address(), in, "account");
            case 2 -> moved("transfer", accounts, in.amount(), in, "source", "destination");
            case 3 -> moved("create_account_with_seed", accounts, behindSeed(in), in, "payer", "account");
            case 4 -> named("advance_nonce_account", accounts, Array.empty(), Option.none(), in, "nonce_account");
            case 5 -> moved("withdraw_nonce_account", accounts, in.amount(), in, "nonce_account", "destination");
            case 6 -> given("initialize_nonce_account", accounts, in.address(), in, "nonce_account");
            case 7 -> given("authorize_nonce_account", accounts, in.address(), in, "nonce_account");
            case 8 -> named("allocate", accounts, Array.empty(), Option.none(), in, "account");
            case 11 -> moved("transfer_with_seed", accounts, in.amount(), in, "source", "base", "destination");
            default -> Option.none();
        };
    }

    private static BaseUnits behindSeed(ByteReader in) {
        var unusedBase = in.address();
        var unusedSeed = in.bytes(in.atMost(in.u64(), MAX_SEED_BYTES));
        return in.amount();
    }

    /** Lamports move to the account of the last role. */
    private Option<DecodedCall> moved(
            String name, Array<Address> accounts, BaseUnits amount, ByteReader in, String... roles) {
        return accounts.length() < roles.length
                ? Option.none()
                : named(name, accounts, Array.of(accounts.get(roles.length - 1)), Option.some(amount), in, roles);
    }

    /** A right goes to {@code receiver}. */
    private Option<DecodedCall> given(
            String name, Array<Address> accounts, Address receiver, ByteReader in, String... roles) {
        return named(name, accounts, Array.of(receiver), Option.none(), in, roles);
    }

    private Option<DecodedCall> named(
            String name,
            Array<Address> accounts,
            Array<Address> receivers,
            Option<BaseUnits> amount,
            ByteReader in,
            String... roles) {
        if (accounts.length() < roles.length) {
            return Option.none();
        }
        Map<String, Array<Array<Address>>> named = LinkedHashMap.empty();
        for (int i = 0; i < roles.length; i++) {
            named = named.put(roles[i], facts.named(roles[i], accounts.get(i)));
        }
        return in.finishPrefix(new DecodedCall.Read(
                        SystemProgram.ID,
                        name,
                        named,
                        amount,
                        receivers.isEmpty() ? Option.none() : Option.some(new Token.Sol()),
                        receivers.flatMap(facts::receivers),
                        Array.empty(),
                        Option.none()))
                .<DecodedCall>map(read -> read)
                .toOption();
    }
}
