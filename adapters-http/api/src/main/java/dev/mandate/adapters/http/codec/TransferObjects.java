package dev.mandate.adapters.http.codec;

import dev.mandate.adapters.http.json.Json;
import dev.mandate.domain.chain.Signature;
import dev.mandate.ports.spi.program.Movement;
import dev.mandate.ports.api.refusal.RefusalText;
import dev.mandate.ports.api.transfer.Transfer;
import dev.mandate.ports.api.transfer.TransferEntry;
import java.util.Locale;
import tools.jackson.databind.node.ObjectNode;

/** Writes transfers in answers. */
public final class TransferObjects {

    private TransferObjects() {}

    /** Writes an entry. */
    public static ObjectNode entry(TransferEntry entry) {
        return switch (entry) {
            case Transfer transfer -> transfer(transfer);
            case TransferEntry.Unreadable(Signature signature, long slot) ->
                Json.object().put("unreadable", true).put("signature", signature.toString()).put("slot", slot);
        };
    }

    private static ObjectNode transfer(Transfer transfer) {
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
