package dev.mandate.adapters.rpc;

import dev.mandate.adapters.rpc.NodeReport.Verdict;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.chain.Blockhash;
import dev.mandate.domain.chain.Bytes32;
import dev.mandate.domain.chain.Instruction;
import dev.mandate.domain.chain.Message;
import dev.mandate.domain.chain.MessageVersion;
import dev.mandate.domain.chain.Signature;
import dev.mandate.domain.kernel.Bytes;
import dev.mandate.solana.programs.SystemProgram;
import dev.mandate.solana.programs.TokenProgram;
import dev.mandate.solana.squadsv4.SquadsV4;
import dev.mandate.solana.wire.CompiledMessage;
import dev.mandate.solana.wire.MessageCompiler;
import dev.mandate.solana.wire.WireTransaction;
import io.vavr.collection.Array;
import io.vavr.control.Either;
import java.util.Base64;
import java.util.function.Function;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks a node once for each method that {@link RpcChain} calls, with arguments of the same shape. They name an address, a signature and a blockhash that
 * nobody uses, so that the answers are short and nothing has an effect.
 */
final class NodeCheck {

    private static final Address NOBODY = Address.of("1nc1nerator11111111111111111111111111111111");
    private static final Blockhash NO_BLOCK = new Blockhash(Bytes32.of(new byte[Bytes32.LENGTH]));
    private static final Signature NO_TRANSACTION = Signature.EMPTY;
    /** No node comes so far, and JSON numbers are exact to 2^53. */
    private static final long FAR_SLOT = 1L << 52;
    /** After the discriminator of an account of the program is the address of the settings. */
    private static final int SETTINGS_OFFSET = 8;

    private static final String NOT_USED = "the node is not used: it must be of the network that it is configured for";

    private static final Array<Need> NEEDS = Array.of(
            need("getHealth", "readiness does not count the node; with --rpc-agreement above 1 nothing is signed by its word",
                    JsonRpc.array(), answer -> answer.text()),
            need("getEpochInfo", "nothing is built or submitted",
                    JsonRpc.array().add(confirmed()), answer -> answer.field("blockHeight").count()),
            need("getLatestBlockhash", "nothing is built",
                    JsonRpc.array().add(confirmed()), answer -> value(answer).field("blockhash").blockhash()),
            need("isBlockhashValid", "nothing is submitted",
                    JsonRpc.array().add(NO_BLOCK.toString()).add(confirmed()), answer -> value(answer).bool()),
            need("getMultipleAccounts", "no account and no lookup table is read, so that nothing works",
                    JsonRpc.array().add(JsonRpc.array().add(NOBODY.toString())).add(base64()), answer -> value(answer).items(1)),
            need("getProgramAccounts",
                    "spending limits that were made elsewhere are not found: reads of accounts and limits show those that are known here, and a"
                            + " signer is removed only with keep_limits",
                    JsonRpc.array().add(SquadsV4.PROGRAM.toString()).add(search()), answer -> value(answer).items()),
            need("getTokenAccountsByOwner", "balances and transfers of tokens are not listed",
                    JsonRpc.array()
                            .add(NOBODY.toString())
                            .add(JsonRpc.object().put("programId", TokenProgram.TOKEN.id().toString()))
                            .add(base64()),
                    answer -> value(answer).items()),
            need("getMinimumBalanceForRentExemption", "nothing that makes accounts is built",
                    JsonRpc.array().add(0).add(confirmed()), AnswerShape::amount),
            need("getFeeForMessage", "nothing is built",
                    JsonRpc.array().add(base64(message(MessageVersion.LEGACY).serialize())).add(confirmed()), NodeCheck::value),
            need("getRecentPrioritizationFees", "transactions offer no priority fee, and land later",
                    JsonRpc.array().add(JsonRpc.array().add(NOBODY.toString())), AnswerShape::items),
            simulation("simulateTransaction", MessageVersion.LEGACY, "nothing is built"),
            simulation("simulateTransaction of version 0", MessageVersion.V0, "transactions with lookup tables are neither built nor submitted"),
            simulation("simulateTransaction of version 1", MessageVersion.V1, "transactions with transaction_version 1 are neither built nor submitted"),
            new Need("sendTransaction", "nothing is submitted", node -> refusedFor(NodeErrors.INVALID_PARAMS, ask(
                    node,
                    new RpcCall("sendTransaction", JsonRpc.array()
                            .add(base64(Bytes.of(new byte[1])))
                            .add(JsonRpc.object().put("encoding", "base64").put("skipPreflight", true).put("maxRetries", 0)), NodeErrors.INVALID_PARAMS),
                    answer -> answer.signature()))),
            need("getSignatureStatuses", "no submission comes to an end",
                    JsonRpc.array()
                            .add(JsonRpc.array().add(NO_TRANSACTION.toString()))
                            .add(JsonRpc.object().put("searchTransactionHistory", true)),
                    answer -> value(answer).items(1)),
            need("getSignaturesForAddress", "transfers are not listed, and no submission is called expired",
                    JsonRpc.array().add(NOBODY.toString()).add(confirmed().put("limit", 1)), AnswerShape::items),
            need("getTransaction", "transfers are not listed, and no submission is called expired",
                    JsonRpc.array()
                            .add(NO_TRANSACTION.toString())
                            .add(confirmed().put("encoding", "base64").put("maxSupportedTransactionVersion", 1)),
                    AnswerShape::nullable),
            new Need("minContextSlot", "a history may miss the newest transactions, where nodes behind one URL differ", node -> behind(ask(
                    node,
                    new RpcCall("getSignaturesForAddress", JsonRpc.array()
                            .add(NOBODY.toString())
                            .add(confirmed().put("limit", 1).put("minContextSlot", FAR_SLOT)), NodeErrors.MIN_CONTEXT_SLOT_NOT_REACHED),
                    AnswerShape::items))),
            new Need("batch", "nothing fails: calls are made one by one, and take longer", node -> verdict(node.batch(Array.of(
                    new RpcCall("getEpochInfo", JsonRpc.array().add(confirmed())), new RpcCall("getGenesisHash", JsonRpc.array()))))));

    private NodeCheck() {}

    /** A method or feature, and how it is asked for. */
    private record Need(String name, String effect, Function<RpcNode, Verdict> ask) {}

    /** The names of all that a node is asked for, beside its genesis hash. */
    static Array<String> names() {
        return NEEDS.map(Need::name);
    }

    static NodeReport of(String name, RpcNode node) {
        Verdict network = verdict(node.requireNetwork());
        return new NodeReport(
                name,
                network == Verdict.OK
                        ? NEEDS.map(need -> new NodeReport.Method(need.name(), need.ask().apply(node), need.effect()))
                                .prepend(new NodeReport.Method("getGenesisHash", network, NOT_USED))
                        : Array.of(new NodeReport.Method("getGenesisHash", network, NOT_USED)));
    }

    private static Need need(String method, String effect, ArrayNode params, Function<AnswerShape, ?> reader) {
        return new Need(method, effect, node -> verdict(ask(node, new RpcCall(method, params), reader)));
    }

    private static Need simulation(String name, MessageVersion version, String effect) {
        ObjectNode config = base64().put("sigVerify", false).put("replaceRecentBlockhash", false);
        Bytes transaction = WireTransaction.unsigned(message(version)).serialize();
        return new Need(name, effect, node -> verdict(ask(
                node,
                new RpcCall("simulateTransaction", JsonRpc.array().add(base64(transaction)).add(config)),
                answer -> FailureReader.err(value(answer)))));
    }

    private static Either<CallFault, ?> ask(RpcNode node, RpcCall call, Function<AnswerShape, ?> reader) {
        Array<RpcCall> calls = Array.of(call);
        return node.call(calls).flatMap(results -> node.read(calls, () -> reader.apply(AnswerShape.of(results.head(), call.method()))));
    }

    private static Verdict verdict(Either<CallFault, ?> answer) {
        return answer.fold(
                fault -> switch (fault) {
                    case CallFault.Refused refused -> Verdict.MISSING;
                    case CallFault.Malformed malformed -> Verdict.MISSING;
                    case CallFault.WrongNetwork wrong -> Verdict.MISSING;
                    case CallFault.NotSent notSent -> Verdict.NO_ANSWER;
                    case CallFault.NoAnswer noAnswer -> Verdict.NO_ANSWER;
                    case CallFault.RateLimited limited -> Verdict.NO_ANSWER;
                    case CallFault.Paused paused -> Verdict.NO_ANSWER;
                    case CallFault.Behind behind -> Verdict.NO_ANSWER;
                    case CallFault.Busy busy ->
                        busy.code() == NodeErrors.TRANSACTION_HISTORY_NOT_AVAILABLE ? Verdict.MISSING : Verdict.NO_ANSWER;
                },
                read -> Verdict.OK);
    }

    /** The node has the method if it judges the arguments. */
    private static Verdict refusedFor(int code, Either<CallFault, ?> answer) {
        return answer.fold(fault -> fault instanceof CallFault.Refused refused && refused.code() == code, read -> true)
                ? Verdict.OK
                : verdict(answer);
    }

    /** A node that has not come so far must say so. */
    private static Verdict behind(Either<CallFault, ?> answer) {
        return answer.fold(
                fault -> fault instanceof CallFault.Behind ? Verdict.OK : verdict(answer), ignored -> Verdict.MISSING);
    }

    private static AnswerShape value(AnswerShape answer) {
        if (answer.field("context").field("slot").count() == 0) {
            throw answer.wrong("is of no slot");
        }
        return answer.field("value");
    }

    private static CompiledMessage message(MessageVersion version) {
        return MessageCompiler.compile(new Message(
                        version, NOBODY, NO_BLOCK, Array.of(new Instruction(SystemProgram.ID, Array.empty(), Bytes.EMPTY)), Array.empty()))
                .getOrElseThrow(problem -> new IllegalStateException(problem.toString()));
    }

    private static ObjectNode confirmed() {
        return JsonRpc.object().put("commitment", "confirmed");
    }

    private static ObjectNode base64() {
        return confirmed().put("encoding", "base64");
    }

    private static ObjectNode search() {
        ObjectNode config = base64().put("withContext", true);
        config.putArray("filters").addObject().putObject("memcmp")
                .put("offset", SETTINGS_OFFSET)
                .put("bytes", base64(Bytes.of(NOBODY.toArray())))
                .put("encoding", "base64");
        return config;
    }

    private static String base64(Bytes bytes) {
        return Base64.getEncoder().encodeToString(bytes.toArray());
    }
}
