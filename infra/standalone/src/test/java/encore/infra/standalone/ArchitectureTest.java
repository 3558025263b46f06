package encore.infra.standalone;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import encore.command.automations.Automation;
import encore.kernel.Command;
import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.Query;
import encore.kernel.StreamId;
import io.soabase.recordbuilder.core.RecordBuilderGenerated;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.axonframework.spring.stereotype.Aggregate;
import org.mapstruct.Mapper;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;

/** The rules of the house, over all modules at once. */
@AnalyzeClasses(packages = "encore", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    private static final DescribedPredicate<JavaClass> MESSAGES = DescribedPredicate.describe(
            "messages",
            type -> type.isRecord()
                    && (type.isAssignableTo(Command.class)
                            || type.isAssignableTo(Event.class)
                            || type.isAssignableTo(Query.class)));

    private static final DescribedPredicate<JavaClass> CONTRACT_TYPE = DescribedPredicate.describe(
            "records, enums, annotations or sealed",
            type -> type.isRecord()
                    || type.isEnum()
                    || type.isAnnotation()
                    || type.reflect().isSealed());

    private static final DescribedPredicate<JavaClass> IS_MAPPER = DescribedPredicate.describe(
            "mappers",
            type -> Stream.concat(Stream.of(type), type.getRawInterfaces().stream())
                    .anyMatch(mapper -> mapper.isAnnotatedWith(Mapper.class)));

    private static final DescribedPredicate<JavaClass> WITH_A_TEXT_OF_THEIR_OWN = DescribedPredicate.describe(
            "with a toString() of their own",
            type -> !type.getMethod("toString").getAccessesFromSelf().isEmpty());

    @ArchTest
    static final ArchRule the_gateway_knows_neither_axon_nor_a_store = noClasses()
            .that()
            .resideInAPackage("encore.api..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.axonframework..",
                    "org.sqlite..",
                    "java.sql..",
                    "com.mongodb..",
                    "encore.infra.eventstore..",
                    "encore.infra.views..",
                    "encore.command..",
                    "encore.query..");

    @ArchTest
    static final ArchRule the_kernel_is_language_only = noClasses()
            .that()
            .resideInAPackage("encore.kernel..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.springframework..",
                    "encore.infra..",
                    "encore.command..",
                    "encore.query..",
                    "encore.api..",
                    "java.sql..");

    @ArchTest
    static final ArchRule the_command_side_reads_no_projection = noClasses()
            .that()
            .resideInAPackage("encore.command..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("encore.query..", "encore.infra.views..", "java.sql..", "com.mongodb..");

    @ArchTest
    static final ArchRule the_query_side_decides_nothing = noClasses()
            .that()
            .resideInAPackage("encore.query..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("encore.command..", "java.sql..", "com.mongodb..");

    @ArchTest
    static final ArchRule aggregates_are_package_private =
            classes().that().areAnnotatedWith(Aggregate.class).should().bePackagePrivate();

    @ArchTest
    static final ArchRule projections_are_package_private = classes()
            .that()
            .resideInAPackage("encore.query.*")
            .and()
            .haveSimpleNameEndingWith("Projection")
            .and()
            .areNotInterfaces()
            .should()
            .bePackagePrivate();

    @ArchTest
    static final ArchRule command_features_do_not_know_each_other = slices().matching("encore.command.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(
                    DescribedPredicate.alwaysTrue(),
                    JavaClass.Predicates.resideInAnyPackage(
                            "encore.command.automations", "encore.command.lists", "encore.command.lookups"));

    @ArchTest
    static final ArchRule automations_are_package_private = classes()
            .that()
            .areAssignableTo(Automation.class)
            .and()
            .doNotHaveModifier(JavaModifier.ABSTRACT)
            .should()
            .bePackagePrivate();

    @ArchTest
    static final ArchRule no_package_is_named_for_a_layer =
            noClasses().should().resideInAnyPackage("..service..", "..impl..", "..dto..", "..mapper..", "..util..");

    @ArchTest
    static final ArchRule configuration_stands_in_infra_or_a_modules_root = classes()
            .that()
            .areAnnotatedWith("org.springframework.context.annotation.Configuration")
            .should()
            .resideInAnyPackage("encore.infra..", "encore.command", "encore.query", "encore.api");

    @ArchTest
    static final ArchRule contract_types_are_records_enums_or_sealed = classes()
            .that()
            .resideInAPackage("encore.kernel.*..")
            .and()
            .resideOutsideOfPackages(
                    "encore.kernel.lists",
                    "encore.kernel.names",
                    "encore.kernel.requirements..",
                    "encore.kernel.published",
                    "encore.kernel.records")
            .and()
            .doNotHaveSimpleName("package-info")
            .and(DescribedPredicate.not(isGeneratedBuilder()))
            .and(DescribedPredicate.not(IS_MAPPER))
            .should(ArchCondition.from(CONTRACT_TYPE));

    /** The text that Java gives to a record would become the name of its stream in the log and in claims. */
    @ArchTest
    static final ArchRule ids_of_streams_have_a_text_of_their_own = classes()
            .that()
            .implement(StreamId.class)
            .and()
            .areRecords()
            .should(ArchCondition.from(WITH_A_TEXT_OF_THEIR_OWN));

    private static DescribedPredicate<JavaClass> isGeneratedBuilder() {
        return DescribedPredicate.describe(
                "builders of records",
                type -> Stream.iterate(
                                Optional.of(type),
                                Optional::isPresent,
                                inner -> inner.get().getEnclosingClass())
                        .anyMatch(outer -> outer.get().isAnnotatedWith(RecordBuilderGenerated.class)));
    }

    @ArchTest
    static void each_message_is_found_where_the_kernel_lies(JavaClasses all) {
        assertThat(Stream.of(Command.class, Event.class, Query.class)
                        .flatMap(kind -> MessageTypes.of(kind).stream())
                        .map(Class::getName))
                .containsExactlyInAnyOrderElementsOf(
                        all.stream().filter(MESSAGES).map(JavaClass::getName).toList());
    }

    /** What a new feature's management does would be missed there. */
    @ArchTest
    static void features_with_managed_records_have_actions_for_the_journal(JavaClasses all) {
        Set<String> received = features(all.stream().filter(type -> type.isAssignableTo(Event.ManagementAction.class)));
        Set<String> managed = features(all.stream().filter(ArchitectureTest::isManagement));
        // What is reported there is something a fan did: the feed tells of entries, ledgers of stakes, pages of scans,
        // by the million. An import records events of other features, by the million as well.
        managed.removeAll(Set.of("activities", "fanwagers", "imports", "registrations"));
        assertThat(managed).isNotEmpty().isSubsetOf(received);
    }

    /** Whether something below {@code manage/} is changed by its calls. */
    private static boolean isManagement(JavaClass type) {
        return type.tryGetAnnotationOfType(RequestMapping.class)
                        .filter(mapping ->
                                mapping.value().length > 0 && mapping.value()[0].startsWith("/api/v1/manage/"))
                        .isPresent()
                && type.getMethods().stream()
                        .anyMatch(method -> method.isAnnotatedWith(PostMapping.class)
                                || method.isAnnotatedWith(DeleteMapping.class));
    }

    /** A feature has the same package name in every module. */
    /** A feature is the package below {@code encore.kernel} or {@code encore.api}, with all that is below it. */
    private static Set<String> features(Stream<JavaClass> types) {
        return types.map(JavaClass::getPackageName)
                .map(name -> (name + ".").split("\\.", -1)[2])
                .collect(Collectors.toSet());
    }

    /** It makes of what it reads whatever class is named there; Axon's default serializer would need it. */
    @ArchTest
    static void xstream_is_not_on_the_class_path(JavaClasses all) {
        assertThat(ArchitectureTest.class.getClassLoader().getResource("com/thoughtworks/xstream/XStream.class"))
                .isNull();
    }

    /** Routes between nodes carry simple names (design.md, 7). */
    @ArchTest
    static void messages_have_simple_names_of_their_own(JavaClasses all) {
        List<String> twice = all.stream()
                .filter(MESSAGES)
                .collect(Collectors.groupingBy(JavaClass::getSimpleName, Collectors.counting()))
                .entrySet()
                .stream()
                .filter(entry -> entry.getValue() > 1)
                .map(entry -> entry.getKey())
                .toList();
        assertThat(twice).isEmpty();
    }
}
