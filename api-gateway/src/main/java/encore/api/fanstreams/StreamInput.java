package encore.api.fanstreams;

import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.problems.Ids;
import encore.kernel.Patch;
import encore.kernel.fanstreams.FanStreamSettings;
import encore.kernel.records.StrictMapping;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.mapstruct.BeanMapping;
import org.mapstruct.Mapper;
import tools.jackson.databind.node.ObjectNode;

/** The settings of a stream. Absent fields stay, empty ones are cleared. */
record StreamInput(
        @Nullable @Size(max = 255) String streamName,
        @Nullable ObjectNode props,

        @Description("A label; it is not looked up.") @Nullable @Size(max = 255)
        String virtualDomain,

        @Description("Answered as it is stored.") @Nullable @Size(max = MAX_TEXT)
        String cssText,

        @Description("Answered as it is stored, and never run by the server.") @Nullable @Size(max = MAX_TEXT)
        String javascriptText,

        @Description("How many approved records are shown, besides permanent ones. Absent: 10,000.")
        @Nullable
        @Min(1)
        @Max(FanStreamSettings.HIGHEST_LIMIT)
        Integer recordLimit,

        @Description("0: every record waits for an approval; 1: records with the secret are approved as they arrive; 2:"
                + " all are. Absent: 0.")
        @Nullable
        @Min(0)
        @Max(2)
        Integer trustLevel,

        @Nullable ObjectNode mediaMap,

        @Description("Whether the public key alone reads it and sends records. Absent: true.") @Nullable
        Boolean isPublic,

        @Description("A tag that everybody gets who sends a record.") @Nullable @Min(1) @Max(Ids.HIGHEST)
        Long tagId,

        @Description("The networks of which records may be imported. They replace the earlier ones. Empty: any.")
        @Nullable
        @Size(max = 100)
        List<@NotBlank @Size(max = 64) String> authorizedNetworks,

        ClearedComponents cleared) {

    private static final int MAX_TEXT = 100_000;

    FanStreamSettings toSettings() {
        return SettingsMapper.MAPPER.settings(this);
    }

    Patch<FanStreamSettings> toPatch() {
        return cleared.toPatch(toSettings());
    }

    @Mapper(config = StrictMapping.class)
    interface SettingsMapper {

        SettingsMapper MAPPER = new StreamInput$SettingsMapperGenerated();

        @BeanMapping(ignoreUnmappedSourceProperties = "cleared")
        FanStreamSettings settings(StreamInput input);
    }
}
