package encore.infra.standalone;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import encore.kernel.records.StrictMapping;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.Parameter;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.mapstruct.Mapper;
import org.mapstruct.Mapping;
import org.mapstruct.Mappings;
import org.mapstruct.Named;

/** Rules for mappers (ADR 142). MapStruct does not know which components are never null, so it would set them to null. */
@AnalyzeClasses(packages = "encore", importOptions = ImportOption.DoNotIncludeTests.class)
class MappersTest {

    /** The library is needed only to compile. */
    @ArchTest
    static final ArchRule mappers_are_made_by_their_constructors =
            noClasses().should().dependOnClassesThat().resideInAPackage("org.mapstruct.factory..");

    @ArchTest
    static void each_mapper_is_strict(JavaClasses all) {
        assertThat(mappers(all)).isNotEmpty().allSatisfy(mapper -> {
            assertThat(mapper.getAnnotationOfType(Mapper.class).config()).isEqualTo(StrictMapping.class);
            assertThat(mapper.getAnnotationOfType(Mapper.class).uses()).isEmpty();
        });
    }

    /** A method without a name would convert every value of its type. */
    @ArchTest
    static void values_are_converted_by_named_methods_alone(JavaClasses all) {
        assertThat(mappers(all).stream()
                        .flatMap(mapper -> mapper.getMethods().stream())
                        .filter(method -> !method.getModifiers().contains(JavaModifier.ABSTRACT))
                        .filter(method -> !method.getModifiers().contains(JavaModifier.SYNTHETIC))
                        .filter(method -> !method.isAnnotatedWith(Named.class)))
                .isEmpty();
        assertThat(mappers(all).stream()
                        .flatMap(mapper -> mapper.getMethods().stream())
                        .flatMap(method -> mappings(method).stream()))
                .allSatisfy(mapping -> assertThat(mapping.expression()
                                + mapping.defaultExpression()
                                + mapping.constant()
                                + mapping.conditionExpression())
                        .isEmpty());
    }

    @ArchTest
    static void nothing_that_is_never_null_has_a_source_that_may_be_null(JavaClasses all) {
        assertThat(mappers(all).stream().flatMap(mapper -> nullableSources(mapper).stream()))
                .isEmpty();
    }

    record Source(@Nullable String title, @Nullable String given, String name) {}

    record Target(String title, String converted, @Nullable String unsafe, String name, String argument) {}

    @Mapper(config = StrictMapping.class)
    interface NullableSources {

        @Mapping(target = "converted", source = "source.name", qualifiedByName = "toNull")
        @Mapping(target = "unsafe", source = "source.given", qualifiedByName = "ofValue")
        Target target(Source source, @Nullable String argument);

        @Named("toNull")
        default @Nullable String toNull(String value) {
            return value.isEmpty() ? null : value;
        }

        @Named("ofValue")
        default String ofValue(String value) {
            return value.trim();
        }
    }

    @Test
    void each_kind_of_nullable_source_is_found() {
        JavaClass mapper =
                new ClassFileImporter().importClasses(NullableSources.class).get(NullableSources.class);
        assertThat(nullableSources(mapper).stream().map(found -> found.substring(found.indexOf(": ") + 2)))
                .containsExactly("title", "converted", "unsafe", "argument");
    }

    private static List<JavaClass> mappers(JavaClasses all) {
        return all.stream().filter(type -> type.isAnnotatedWith(Mapper.class)).toList();
    }

    private static List<Mapping> mappings(JavaMethod method) {
        List<Mapping> mappings = new ArrayList<>();
        method.tryGetAnnotationOfType(Mapping.class).ifPresent(mappings::add);
        method.tryGetAnnotationOfType(Mappings.class).ifPresent(several -> mappings.addAll(List.of(several.value())));
        return mappings;
    }

    /** Returns the components of targets, and the parameters of conversions, that a source sets to null. */
    private static List<String> nullableSources(JavaClass mapper) {
        Map<String, JavaMethod> conversions = mapper.getMethods().stream()
                .filter(method -> method.isAnnotatedWith(Named.class))
                .collect(Collectors.toMap(
                        method -> method.getAnnotationOfType(Named.class).value(), Function.identity()));
        return mapper.getMethods().stream()
                .filter(method -> method.getModifiers().contains(JavaModifier.ABSTRACT))
                .flatMap(
                        method -> Arrays.stream(method.reflect().getReturnType().getRecordComponents())
                                .filter(component -> isNullSet(method, component, conversions))
                                .map(component -> method.getFullName() + ": " + component.getName()))
                .toList();
    }

    private static boolean isNullSet(
            JavaMethod method, RecordComponent component, Map<String, JavaMethod> conversions) {
        Optional<Mapping> mapping = mappings(method).stream()
                .filter(each -> each.target().equals(component.getName()))
                .findAny();
        boolean mayBeNull = isNullable(component.getAnnotatedType());
        if (mapping.isPresent() && mapping.get().ignore()) {
            return !mayBeNull;
        }
        String source =
                mapping.map(Mapping::source).filter(name -> !name.isEmpty()).orElse(component.getName());
        boolean isNullGiven = isNullable(source(method, source));
        if (mapping.isEmpty() || mapping.get().qualifiedByName().length == 0) {
            return isNullGiven && !mayBeNull;
        }
        var conversion = conversions.get(mapping.get().qualifiedByName()[0]).reflect();
        return isNullGiven && !isNullable(conversion.getParameters()[0].getAnnotatedType())
                || isNullable(conversion.getAnnotatedReturnType()) && !mayBeNull;
    }

    /** Returns the type of a source: a component of a source record, with or without the name of its parameter, or a parameter. */
    private static AnnotatedType source(JavaMethod method, String name) {
        Parameter[] parameters = method.reflect().getParameters();
        Stream<AnnotatedType> components = Arrays.stream(parameters)
                .filter(parameter -> parameter.getType().isRecord())
                .flatMap(parameter -> Arrays.stream(parameter.getType().getRecordComponents())
                        .filter(component -> name.equals(component.getName())
                                || name.equals(parameter.getName() + "." + component.getName()))
                        .map(RecordComponent::getAnnotatedType));
        Stream<AnnotatedType> arguments = Arrays.stream(parameters)
                .filter(parameter -> name.equals(parameter.getName()))
                .map(Parameter::getAnnotatedType);
        return Stream.concat(components, arguments)
                .findFirst()
                .orElseThrow(() -> new AssertionError(method.getFullName() + " has no source " + name));
    }

    private static boolean isNullable(AnnotatedType type) {
        return type.isAnnotationPresent(Nullable.class);
    }
}
