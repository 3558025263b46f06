package encore.query.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.views.Collection;
import encore.infra.views.criteria.Index;
import encore.kernel.Refusal;
import encore.kernel.fans.FanEvent.FanErased;
import encore.kernel.fans.FanEvent.FanFieldsChanged;
import encore.kernel.fans.FanId;
import encore.kernel.fields.CustomField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldEvent.FieldAdded;
import encore.kernel.fields.FieldEvent.FieldChanged;
import encore.kernel.fields.FieldQuery.FindField;
import encore.kernel.fields.FieldQuery.FindFields;
import encore.kernel.fields.FieldType;
import encore.kernel.fields.FieldsId;
import encore.query.EarlierDocuments;
import encore.query.ProjectionUnderTest;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FieldsProjectionTest {

    private static final FieldsId OURS = new FieldsId(7);
    private static final FieldDefinition SIZE =
            new FieldDefinition("size", FieldType.NUMBER, List.of(), true, false, null);
    private static final FieldDefinition SHIRT =
            new FieldDefinition("shirt", FieldType.SELECT, List.of("S", "M"), true, true, "https://s.example");

    private final ProjectionUnderTest<FieldsProjection> fields = new ProjectionUnderTest<>(FieldsProjection::new);

    @BeforeEach
    void two_accounts_have_fields() {
        fields.given(new FieldAdded(OURS, SIZE), new FieldAdded(new FieldsId(8), SHIRT), new FieldAdded(OURS, SHIRT));
    }

    @AfterEach
    void close() {
        fields.close();
    }

    @Test
    void an_account_sees_its_own_as_they_were_added_and_as_they_are() {
        var retired = new FieldDefinition("size", FieldType.NUMBER, List.of(), false, false, null);
        fields.given(new FieldChanged(OURS, retired));
        assertThat(all(7))
                .containsExactly(
                        new CustomField(
                                "size",
                                7,
                                FieldType.NUMBER,
                                ProjectionUnderTest.START,
                                List.of(),
                                false,
                                false,
                                null,
                                0),
                        new CustomField(
                                "shirt",
                                7,
                                FieldType.SELECT,
                                ProjectionUnderTest.START.plusSeconds(2),
                                List.of("S", "M"),
                                true,
                                true,
                                "https://s.example",
                                0));
        assertThat(all(9)).isEmpty();
        assertThatThrownBy(() -> one(8, "size"))
                .isInstanceOfSatisfying(
                        Refusal.class, refusal -> assertThat(refusal.kind()).isEqualTo(Refusal.Kind.UNKNOWN));
    }

    @Test
    void a_fan_is_counted_once_for_a_field_while_it_has_a_value() {
        fields.given(
                said(1, List.of("size", "shirt"), List.of()),
                said(1, List.of("size"), List.of()),
                said(2, List.of("size"), List.of()));
        assertThat(one(7, "size").usageCount()).isEqualTo(2);
        assertThat(one(8, "shirt").usageCount()).isZero();
        fields.given(said(1, List.of(), List.of("size")));
        assertThat(one(7, "size").usageCount()).isEqualTo(1);
        fields.given(new FanErased(new FanId(7, 1)), new FanErased(new FanId(7, 3)));
        assertThat(one(7, "size").usageCount()).isEqualTo(1);
        assertThat(one(7, "shirt").usageCount()).isZero();
        try (var again = fields.replayed()) {
            assertThat(again.checksums()).isEqualTo(fields.checksums());
        }
    }

    @Test
    void fields_that_an_earlier_build_stored_are_answered(@TempDir Path files) {
        var earlier = Collection.of("fields", EarlierField.class, Index.on("account", "position"));
        var projection = fields.projection();
        CustomField found = EarlierDocuments.read(
                files,
                projection,
                earlier,
                batch -> batch.put(earlier, "7.size", new EarlierField(7, 1, ProjectionUnderTest.START, SIZE)),
                documents -> projection.find(new FindFields(7), documents).getFirst());
        assertThat(found).isEqualTo(one(7, "size"));
    }

    private record EarlierField(long account, long position, Instant added, FieldDefinition field) {}

    private static FanFieldsChanged said(long fan, List<String> keys, List<String> cleared) {
        return new FanFieldsChanged(new FanId(7, fan), null, keys, cleared);
    }

    private List<CustomField> all(long account) {
        return fields.read(documents -> fields.projection().find(new FindFields(account), documents));
    }

    private CustomField one(long account, String key) {
        return fields.read(documents -> fields.projection().find(new FindField(account, key), documents));
    }
}
