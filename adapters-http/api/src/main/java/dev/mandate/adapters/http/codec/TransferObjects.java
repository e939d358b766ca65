package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.chain.Address;
import dev.mandate.domain.kernel.UnixTime;
import dev.mandate.ports.chain.InstructionPosition;
import dev.mandate.ports.program.Movement;
import dev.mandate.ports.refusal.RefusalText;
import dev.mandate.ports.transfer.Transfer;
import io.vavr.control.Option;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Writes transfers in answers. */
public final class TransferObjects {

    private TransferObjects() {}

    /** Writes a transfer in the service's own format. */
    public static ObjectNode neutral(Transfer transfer) {
        Movement movement = transfer.movement();
        ObjectNode object = Json.object()
                .put("id", transfer.id())
                .put("direction", direction(transfer))
                .put("token_address", movement.token().mintAddress().toString())
                .put("is_token_2022", isToken2022(movement));
        WireObjects.amount(object, movement.amount(), movement.decimals())
                .put("decimals", movement.decimals())
                .put("from_address", movement.from().toString())
                .put("to_address", movement.to().toString())
                .put("transaction_signature", transfer.signature().toString());
        position(object, movement.position()).put("slot", transfer.slot());
        time(object, "confirmed_at", transfer.time());
        return object;
    }

    /**
     * Writes a transfer as the public SDK's {@code SplTransfer}.
     *
     * @param environment the server's environment
     */
    public static ObjectNode grid(Address account, Transfer transfer, String environment) {
        Movement movement = transfer.movement();
        ObjectNode object = Json.object()
                .put("id", transfer.id())
                .putNull("grid_user_id")
                .put("main_account_address", account.toString())
                .put("mint", movement.token().mintAddress().toString())
                .put("is_token_2022", isToken2022(movement))
                .put("signature", transfer.signature().toString())
                .put("confirmation_status", "confirmed")
                .put("from_address", movement.from().toString())
                .put("to_address", movement.to().toString())
                .put("amount", movement.amount().toString())
                .put("ui_amount", WireObjects.decimal(movement.amount(), movement.decimals()))
                .put("decimals", movement.decimals());
        for (String field : new String[] {"confirmed_at", "created_at", "updated_at"}) {
            time(object, field, transfer.time());
        }
        return position(object.put("direction", direction(transfer)).put("environment", environment), movement.position());
    }

    private static ObjectNode position(ObjectNode object, InstructionPosition position) {
        object.put("instruction_index", position.outer());
        return position.inner()
                .map(inner -> object.put("inner_instruction_index", inner))
                .getOrElse(() -> object.putNull("inner_instruction_index"));
    }

    private static String direction(Transfer transfer) {
        return transfer.direction().name().toLowerCase(Locale.ROOT);
    }

    private static boolean isToken2022(Movement movement) {
        return movement.standard() == Movement.Standard.TOKEN_2022;
    }

    private static void time(ObjectNode object, String name, Option<UnixTime> time) {
        if (time.isDefined()) {
            object.put(name, RefusalText.time(time.get()));
        } else {
            object.putNull(name);
        }
    }
}
