package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.transfer.Transfer;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Writes transfers in answers. */
public final class TransferObjects {

    private TransferObjects() {}

    /** Writes a transfer. */
    public static ObjectNode transfer(Transfer transfer) {
        Movement movement = transfer.movement();
        ObjectNode object = Json.object()
                .put("id", transfer.id())
                .put("direction", transfer.direction().name().toLowerCase(Locale.ROOT))
                .put("token_address", movement.token().mintAddress().toString())
                .put("is_token_2022", movement.standard() == Movement.Standard.TOKEN_2022);
        return WireObjects.amount(object, movement.amount(), movement.decimals())
                .put("decimals", movement.decimals())
                .put("from_address", movement.from().toString())
                .put("to_address", movement.to().toString())
                .put("transaction_signature", transfer.signature().toString())
                .put("instruction_index", movement.position().outer())
                .put("inner_instruction_index", movement.position().inner().getOrNull())
                .put("slot", transfer.slot())
                .put("confirmed_at", transfer.time().map(RefusalText::time).getOrNull());
    }
}
