package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import encore.api.input.AscendingRange;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AscendingRangeTest {

    private static final LocalDate DAY = LocalDate.of(2026, 3, 1);

    @AscendingRange(start = "startDate", end = "endDate")
    @AscendingRange(start = "priceMin", end = "priceMax")
    record Find(
            @Nullable LocalDate startDate,
            @Nullable LocalDate endDate,
            @Nullable BigDecimal priceMin,
            @Nullable BigDecimal priceMax) {}

    @Test
    void each_range_that_descends_is_an_error_of_its_end() {
        assertThat(errors(new Find(DAY, DAY.minusDays(1), BigDecimal.TEN, BigDecimal.ONE)))
                .containsExactly(
                        new FieldError("end_date", ErrorCode.RULE, "must not be before start_date"),
                        new FieldError("price_max", ErrorCode.RULE, "must not be below price_min"));
    }

    @Test
    void equal_bounds_and_absent_ones_are_accepted() {
        assertThat(errors(new Find(DAY, DAY, BigDecimal.ONE, new BigDecimal("1.0"))))
                .isEmpty();
        assertThat(errors(new Find(DAY, null, null, BigDecimal.ONE))).isEmpty();
    }

    /**
     * The bounds of what is not searched but stored: the aggregate has a rule for them. And the longitudes of a box, which
     * may cross the date line.
     */
    private static final Set<String> MAY_DESCEND = Set.of(
            "encore.api.fanstreams.StreamRecordsController$Find startLongitude",
            "encore.api.campaigns.Details startTimestamp",
            "encore.api.idolevents.ManagedIdolEventsController$Save startDate",
            "encore.api.idolevents.ManagedIdolEventsController$Save startTime",
            "encore.api.quests.QuestInput scanMinTimestamp",
            "encore.api.quests.QuestInput startDate",
            "encore.api.rewards.RewardInput accessStartTimestamp");

    private static final Map<String, String> ENDS =
            Map.of("start", "end", "Start", "End", "min", "max", "Min", "Max", "Youngest", "Oldest", "from", "to");

    @Test
    void every_input_with_two_bounds_refuses_reversed_ones() throws ReflectiveOperationException {
        var missing = new TreeSet<String>();
        var records = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("encore.api").stream()
                        .filter(JavaClass::isRecord)
                        .<Class<?>>map(JavaClass::reflect)
                        .filter(record -> !record.getSimpleName().equals("Bounds")
                                && !record.getSimpleName().equals("Meta"))
                        .toList();
        for (Class<?> record : records) {
            Map<String, Class<?>> types = Arrays.stream(record.getRecordComponents())
                    .collect(Collectors.toMap(RecordComponent::getName, RecordComponent::getType));
            Set<String> starts = Arrays.stream(record.getAnnotationsByType(AscendingRange.class))
                    .map(AscendingRange::start)
                    .collect(Collectors.toSet());
            types.forEach((name, type) -> ENDS.forEach((start, end) -> {
                String other = name.replaceFirst(start, end);
                boolean bounds = !other.equals(name) && type.equals(types.get(other)) && type != String.class;
                if (bounds && Comparable.class.isAssignableFrom(type) && !starts.contains(name)) {
                    missing.add(record.getName() + " " + name);
                }
            }));
        }
        assertThat(missing).containsExactlyInAnyOrderElementsOf(MAY_DESCEND);
    }

    /** A required number is a long, and one that may be absent is a Long. */
    private static Class<?> typeOf(Class<?> input, String component) throws ReflectiveOperationException {
        return MethodType.methodType(input.getDeclaredMethod(component).getReturnType())
                .wrap()
                .returnType();
    }

    @Test
    void both_names_are_of_components_that_can_be_compared() throws ReflectiveOperationException {
        List<Class<?>> inputs = new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("encore.api").stream()
                        .filter(JavaClass::isRecord)
                        .<Class<?>>map(JavaClass::reflect)
                        .filter(type -> type.getAnnotationsByType(AscendingRange.class).length > 0)
                        .toList();
        assertThat(inputs).hasSizeGreaterThan(10);
        for (Class<?> input : inputs) {
            for (AscendingRange range : input.getAnnotationsByType(AscendingRange.class)) {
                Class<?> start = typeOf(input, range.start());
                assertThat(typeOf(input, range.end()))
                        .as("%s of %s", Arrays.asList(range.start(), range.end()), input)
                        .isEqualTo(start);
                assertThat(Comparable.class).isAssignableFrom(start);
            }
        }
    }

    private static List<FieldError> errors(Find input) {
        return InputValidator.validate(InputPlan.of(Find.class), input);
    }
}
