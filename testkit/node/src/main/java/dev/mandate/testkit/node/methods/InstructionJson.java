package dev.mandate.testkit.node.methods;

import dev.mandate.domain.chain.AccountMeta;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Base58;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.solana.programs.AssociatedTokenInstruction;
import dev.mandate.solana.programs.AssociatedTokenProgram;
import dev.mandate.solana.programs.MemoProgram;
import dev.mandate.solana.programs.SystemInstruction;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenInstruction;
import dev.mandate.solana.programs.TokenProgram;
import io.vavr.collection.Seq;
import io.vavr.control.Option;
import java.nio.charset.StandardCharsets;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** An instruction in the encoding {@code jsonParsed}: transfers and new accounts in words, all others with their addresses and data. */
final class InstructionJson {

    private InstructionJson() {}

    static ObjectNode parsed(Instruction instruction) {
        return inWords(instruction)
                .map(words -> words.put("programId", instruction.program().toString()))
                .getOrElse(() -> undecoded(instruction));
    }

    private static ObjectNode undecoded(Instruction instruction) {
        ObjectNode json = Json.object()
                .put("programId", instruction.program().toString())
                .put("data", Base58.encode(instruction.data().toArray()));
        json.set("accounts", Json.texts(instruction.accounts().map(AccountMeta::address)));
        return json;
    }

    private static Option<ObjectNode> inWords(Instruction instruction) {
        Address program = instruction.program();
        if (program.equals(MemoProgram.ID)) {
            return Option.some(named("spl-memo", Json.text(new String(instruction.data().toArray(), StandardCharsets.UTF_8))));
        }
        if (program.equals(SystemProgram.ID)) {
            return SystemProgram.decode(instruction).toOption().flatMap(InstructionJson::system);
        }
        if (program.equals(AssociatedTokenProgram.ID)) {
            return AssociatedTokenProgram.decode(instruction).toOption().map(InstructionJson::associated);
        }
        return TokenProgram.at(program).flatMap(token -> token.decode(instruction)
                .toOption()
                .flatMap(InstructionJson::token)
                .map(parsed -> named(TokenJson.name(token), parsed)));
    }

    private static Option<ObjectNode> system(SystemInstruction instruction) {
        Option<JsonNode> parsed = switch (instruction) {
            case SystemInstruction.Transfer(Address from, Address to, var lamports) -> {
                ObjectNode info = Json.object().put("source", from.toString()).put("destination", to.toString());
                info.set("lamports", Json.number(lamports));
                yield Option.some(typed("transfer", info));
            }
            case SystemInstruction.CreateAccount(Address payer, Address account, var lamports, long space, Address owner) -> {
                ObjectNode info = Json.object()
                        .put("source", payer.toString())
                        .put("newAccount", account.toString())
                        .put("space", space)
                        .put("owner", owner.toString());
                info.set("lamports", Json.number(lamports));
                yield Option.some(typed("createAccount", info));
            }
            case SystemInstruction.AdvanceNonce nonce -> Option.none();
            case SystemInstruction.WithdrawNonce nonce -> Option.none();
            case SystemInstruction.InitializeNonce nonce -> Option.none();
        };
        return parsed.map(found -> named("system", found));
    }

    private static ObjectNode associated(AssociatedTokenInstruction instruction) {
        return switch (instruction) {
            case AssociatedTokenInstruction.Create(Address payer, Address owner, Address mint, TokenProgram token) ->
                created("create", payer, owner, mint, token);
            case AssociatedTokenInstruction.CreateIdempotent(Address payer, Address owner, Address mint, TokenProgram token) ->
                created("createIdempotent", payer, owner, mint, token);
        };
    }

    private static ObjectNode created(String type, Address payer, Address owner, Address mint, TokenProgram token) {
        return named("spl-associated-token-account", typed(type, Json.object()
                .put("source", payer.toString())
                .put("account", AssociatedTokenProgram.account(owner, mint, token).address().toString())
                .put("wallet", owner.toString())
                .put("mint", mint.toString())
                .put("systemProgram", SystemProgram.ID.toString())
                .put("tokenProgram", token.id().toString())));
    }

    private static Option<JsonNode> token(TokenInstruction instruction) {
        return switch (instruction) {
            case TokenInstruction.Transfer(Address source, Address destination, Address authority, Seq<Address> cosigners, var amount) ->
                Option.some(typed("transfer", authorized(source, destination, authority, cosigners).put("amount", amount.toString())));
            case TokenInstruction.TransferChecked(
                            Address source, Address mint, Address destination, Address authority, Seq<Address> cosigners, var amount, int decimals) -> {
                ObjectNode info = authorized(source, destination, authority, cosigners).put("mint", mint.toString());
                info.set("tokenAmount", TokenJson.amount(amount, decimals));
                yield Option.some(typed("transferChecked", info));
            }
        };
    }

    private static ObjectNode authorized(Address source, Address destination, Address authority, Seq<Address> cosigners) {
        ObjectNode info = Json.object()
                .put("source", source.toString())
                .put("destination", destination.toString())
                .put(cosigners.isEmpty() ? "authority" : "multisigAuthority", authority.toString());
        if (!cosigners.isEmpty()) {
            info.set("signers", Json.texts(cosigners));
        }
        return info;
    }

    private static JsonNode typed(String type, ObjectNode info) {
        return Json.object().put("type", type).set("info", info);
    }

    private static ObjectNode named(String program, JsonNode parsed) {
        ObjectNode json = Json.object().put("program", program);
        json.set("parsed", parsed);
        return json;
    }
}
