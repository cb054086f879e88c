package language

func spanish() Table {
	return Table{
		Tag: "es", Spaced: true,
		Function: `
			el la los las un una unos unas y o pero si entonces de en a por para con sin que es son era ser estar
			está están no sí me te se lo le nos mi tu su nuestro yo tú él ella nosotros esto eso este esta ese esa
			aquí ahí allí muy más menos todo ya también solo como cuando donde qué quién cómo porque hay he has ha
			hemos fue del al ahora bien vale gracias favor nuestros mis tus desde hasta nunca siempre cada ni`,
		Lead:   `por favor porfa y entonces ahora también pero ok vale bueno mejor siempre nunca solo primero luego después pues oye`,
		Opener: `ok|vale|bueno|entonces|y|luego|ahora|después|además|por cierto|otra cosa|una cosa más|lo siguiente|siguiente|última cosa|hola|buenas|buenos días|puedes|podrías|por favor`,
		Cues: map[Cue]string{
			Always: `
				siempre|nunca|jamás|cada vez|en todo momento|sin excepción|sin excepciones
				bajo ningún concepto|en ningún caso|nunca más|y punto|sin falta|deja de|ya basta de
				^punto$`,
			FromNow: `
				a partir de ahora|de ahora en adelante|desde ahora|en adelante|en el futuro|a partir de hoy
				desde hoy|por defecto|como regla|por norma|por regla general|en general|la próxima vez
				nueva regla|recuerda que|acuérdate|vale para|eso vale|esto vale|se aplica a|a partir de este
				a partir de esta|desde mañana|hasta nuevo aviso|desde este`,
			Every: `
				cada|todo|todos|todas|toda|cualquier|nada|nadie|ningún|ninguna|únicamente|solamente|sea cual sea
				da igual|un * por|una * por|uno por|una por|aunque sea|incluso`,
			Here: `
				en este repo|en este repositorio|en este proyecto|este repo|este proyecto|este repositorio
				para este proyecto|en este código|en este servicio|en este paquete|nuestro repo
				nuestro proyecto|en esta base de código|en este equipo|aquí en el proyecto|en el proyecto
				en el repo|aquí usamos|aquí|en esta app|en este módulo|en nuestra|en esta empresa
				en la empresa|entre nosotros|en el firmware|en el código|en la app|en el backend
				en el frontend`,
			Anywhere: `
				en cualquier repo|en cualquier proyecto|en todos los proyectos|en todos los repos|en todos mis
				en todas partes|en cualquier lenguaje|no solo aquí|vale para todo|vale para todos
				sea el proyecto que sea|en todos lados`,
			We: `
				usamos|no usamos|nunca usamos|siempre usamos|nosotros usamos|escribimos|no escribimos
				nuestra convención|nuestra norma|nuestro estilo|nuestro estándar|la convención es|la norma es
				la regla es|está prohibido|están prohibidos|está prohibida|no se permite|no se permiten
				no se toca|no se tocan|va en|van en|viven en|vive en|aquí se|lo hacemos|acordamos|hemos acordado
				en el equipo|aquí usamos|se abre|se usa|se usan|se hace|se hacen|se escribe|se escriben
				se nombra|se nombran|no se hace|no se usa|tenemos la norma|tenemos por norma|por convenio
				todos nuestros|todas nuestras|nuestros|nuestras|aquí se llama|^nuestro|^nuestra|^nuestros
				^nuestras|en esta casa|no es una solución|no es solución|no es una opción|va antes|sin avisar
				sin preguntar|sin permiso`,
			Prefer: `
				prefiero|preferiría|me gusta|me gustan|no me gusta|no me gustan|me gustaría|odio|detesto
				quiero que|quiero ver|no quiero|me molesta|me molestan|agradecería|te agradecería|espero que
				estoy harto|estoy harta|no soporto|me resulta|quisiera|me conviene|me basta|me bastan|me sirve
				me pone nervioso|me pone nerviosa|personalmente|me cuesta leer|estoy acostumbrado
				estoy acostumbrada|me va mejor|me confunde|me lía|me lían|no me dice nada|me pierdo|en vez de
				antes que|mejor que`,
			Forbid: `
				no uses|no hagas|no toques|no pongas|no añadas|no escribas|no metas|no cambies|no me|no lo|no la
				no las|no los|no *|nunca|jamás|deja de|evita|sin|ningún|ninguna|nada de|prohibido|prohibida
				basta de|ni se te ocurra|no me *|no te *|no le *|no se usa|no se usan|no se hace|no se hacen
				no se toca|no se tocan|no se mezcla|no se mezclan|no se commitea|ni hablar|ni de broma
				no hace falta|no es necesario que`,
			Require: `
				debe|deben|debes|hay que|tiene que|tienen que|tienes que|asegúrate|obligatorio|debería
				deberían|acuérdate de|recuerda|procura|hace falta|necesita|va siempre|van siempre`,
			Please: `
				por favor|porfa|te pido|te agradecería|puedes|podrías|me puedes|puede usted|sería posible
				te importa|te importaría|hazme el favor|si eres tan amable|me haces`,
			If: `
				si vas a|si tienes|si no estás|antes de|después de|cuando|siempre que|cada vez que
				a menos que|salvo que|hasta que|en cuanto|en caso de|ante la duda|si dudas|sin preguntar
				sin avisar|sin consultarme|pregúntame|pregunta antes|consúltame|avísame|por cada
				sin preguntarle|sin preguntarme|sin consultar`,
			Instead: `en vez de|en lugar de|en su lugar|y no|sino|mejor usa`,
			Reason: `
				porque|ya que|para que|de lo contrario|así|demasiado lento|tarda mucho|es ruido
				puedo leer|que luego|luego hay que|así aprendo|así puedo`,
			Once: `
				esta vez|por esta vez|solo esta vez|por ahora|de momento|por el momento|hoy|esta noche
				esta tarde|esta mañana|temporalmente|provisional|provisionalmente|en este pr|en este mr
				en esta rama|para esta demo|para la demo|hasta mañana|hasta el viernes|hasta el lunes
				hasta que yo|hasta que te|como excepción|excepcionalmente|una sola vez|solo una vez|solo aquí
				esta semana|todavía no|aún no|en este caso|para esta prueba|ahora mismo|durante el|durante la
				mientras dure|para el estreno|de mañana|el resto de días|hasta que lo|hasta que la|estos días
				en este commit|en este cambio|para esta versión|para esta migración|para este informe
				para esta página|para este ticket|hasta el martes|hasta el miércoles|hasta el jueves
				hasta el sábado|hasta el domingo|antes del viernes|este mes|para empezar|de una vez|de un tirón
				de entrada|en un primer paso|para esta entrega|basta con|de prueba|por esta`,
			Throwaway: `
				de usar y tirar|desechable|rápido y sucio|experimento|prototipo|bórralo después
				luego lo borras|luego se borra|para probar|chapuza`,
			Later: `
				luego|más tarde|mañana|la semana que viene|otro día|algún día|el lunes|en otro pr|otro pr
				ya lo haré|lo hago yo|lo hará|próximo sprint|en enero|en febrero|en marzo|en abril|en mayo
				en junio|en julio|en agosto|en septiembre|en octubre|en noviembre|en diciembre|el mes que viene
				el próximo mes|el año que viene|en primavera|en verano|en otoño|en invierno|cuando tenga
				cuando llegue|después de las vacaciones|a la vuelta|en la próxima versión`,
			Correct: `
				^^no|^^mal|^^para|^^espera|^^alto|^^así no|^^por qué|^^pero por qué|^^qué haces|^^eh
				^^uf|^^oye no|así no|eso no|está mal|eso está mal|te dije|dije|he dicho|yo no pedí
				no te pedí|no te he pedido|por qué has|por qué haces|quién te|qué haces|deshaz|deshazlo
				revierte|demasiado largo|demasiado larga|te has olvidado|te olvidaste|quita eso|^^nadie
				^^cuidado|nadie te|nadie pidió|queda ilegible|otra vez has|has vuelto a|has cambiado
				has añadido|has metido|no era eso`,
			Refuse: `^no|^mal`,
			Again: `
				ya te dije|te lo dije|ya lo dije|ya te lo he dicho|ya lo hemos hablado|como ya dije
				como te dije|otra vez|cuántas veces|por segunda vez|por tercera vez|lo repito|repito
				como siempre|ya sabes|sigues`,
			Revoke: `
				olvida lo que|olvida la regla|ya no|he cambiado de|cambié de opinión|cambio de idea
				la regla anterior|la vieja regla|queda anulada|queda obsoleta|obsoleto|hemos migrado
				hemos cambiado|hemos pasado a|nueva convención|dejamos de`,
			Accept: `
				^bien|^muy bien|^genial|^perfecto|^perfecta|^vale|^ok|^gracias|^sí|^si|^estupendo|^excelente
				^de acuerdo|^correcto|^eso es|^listo|^bueno|^claro|^exacto|^guay|^me gusta|^buen trabajo
				queda bien|está bien|muchas gracias|gracias|perfecto|buen trabajo|^así sí|^ahora sí|^bien hecho
				^lo veo bien|^queda|^fenomenal|^fantástico|^maravilloso|^magnífico|^espléndido|^de lujo|^bravo
				^olé|^por fin|^hurra|^chulo|^mola|^impecable|^buenísimo|^qué bien|^muy bueno|^así es|^entendido
				^ya veo|^tiene sentido|^mil gracias|^muchas gracias|^se agradece|^hecho|^nice|^cool|^menos mal
				^uf menos|^dale|^chévere|^bárbaro|^perfect`,
			Works: `
				funciona|ya funciona|ya va|va bien|arreglado|solucionado|resuelto|está verde|todo verde
				pasa|pasan|ya pasan|sale bien|confirmado|ya aparece|ya se lee|ya se ve|probado
				se ve bien|se lee bien|ya sale|ya están|ya está bien|correcto ahora|va perfecto`,
			Reject: `
				no funciona|sigue sin|sigue fallando|sigue igual|sigue roto|mismo error|peor|está roto
				no ha cambiado|no cambia|no sirve|falla otra vez|resultado incorrecto|sigue dando|todavía no
				aún no|sigue pasando|sigue saliendo|tampoco`,
			GiveUp: `
				déjalo|dejémoslo|olvídalo|me rindo|lo hago yo|ya lo miro yo|ya lo haré yo|revierte todo
				deshaz todo|que lo mire|no vale la pena|me tengo que ir|lo dejamos|deja todo como
				quítalo todo|vuelve atrás|vuelve a lo de antes|déjalo como estaba`,
			PartWay: `
				el resto|lo demás|suficiente por hoy|basta por hoy|hoy no|a medias|en parte
				continuamos mañana|seguimos mañana|sáltate|más tarde|pero aún|pero todavía`,
			Next: `
				^siguiente|^lo siguiente|^ahora vamos|^otra cosa|^una cosa más|^última cosa|^por último
				^lo último|^pasemos|^pasamos|^nueva tarea|^nuevo tema|^otro tema|^cambiando|^después|^luego
				^a continuación|^ahora el|^ahora la|^ahora los|^ahora toca|^volvamos|^volviendo|^mientras
				^y también|^y ahora|^otro punto|^siguiente punto|^último punto|^otra más|^una más|^segundo
				^tercero|^nuevo ticket|^ya que estás|^ya que estamos|^aprovechando|^cambio de tema|^el * ahora$
				^la * ahora$|^los * ahora$|^y esto|^y luego|^seguimos con|^sigamos|^vamos con|^pasamos a
				^continuamos|^ahora con|^toca|^le toca`,
			Also: `^además|^también|^por cierto|^y|^ah`,
			Commit: `
				commit|commitea|haz commit|push|pushea|sube|súbelo|fusiona|publica|etiqueta`,
			GoOn: `
				^sí|^si|^adelante|^dale|^hazlo|^continúa|^sigue|^vale|^ok|^venga|^claro`,
			Narrate: `
				ayer|yo siempre como|siempre como|siempre tomo|nunca como|mi jefe|mi mujer|mi marido
				fin de semana|jaja|jajaja|el tiempo hace|siempre falla|siempre pasa|nunca funciona|a comer
				de vacaciones|un café|a almorzar|he pasado|he intentado|pensaba|debería yo|siempre ha|nunca ha
				al parecer|por lo visto|la semana pasada|llevo`,
			Hedge: `
				no estoy seguro|sin probar|no probado|no he probado|no he podido|no pude|no puedo verificar
				sin verificar|quizá|quizás|probablemente|creo que|debería funcionar|falta|pendiente
				no tengo acceso|sin acceso|no lo he|no sé si|no se puede comprobar|no puedo comprobar
				no he ejecutado|no lo probé|no he|no puedo|lo pruebo yo|lo miro yo|lo escucho yo|lo compruebo
				ya veré|veremos|a ver si|probaré|lo probaré`,
			ForYou: `
				para ti|tú no|no puedes|puedes|es cosa mía|lo hago yo|eso es mío|tu trabajo`,
			Spec: `
				el botón|la página|el endpoint|el servidor debe|la respuesta|devuelve|como máximo|al menos
				segundos|timeout|valor por defecto`,
			Permit: `
				no pasa nada|no importa|da igual|no hace falta|no te preocupes|no hay problema|puedes
				está bien|no hay prisa|no está mal|no sé`,
			Back: `eso|esto|lo mismo|así`,
			Conduct: `
				respuesta|respuestas|resumen|resúmenes|explicación|explicaciones|pregunta|pregúntame
				preguntas|dime|avísame|enséñame|adivines|adivinar|hecho|commit|commits|push
				comentarios|dependencia|dependencias|contraseñas|credenciales|plan|diff|emojis|explícame
				porqué|muéstrame|cuéntame|recuérdame|consúltame|móvil|jerga|preguntarle|sin preguntar
				consultar`,
			Tell: `
				por cierto|que sepas|ojo|un detalle|una cosa|aviso|ten en cuenta|para que lo sepas
				una petición|un apunte`,
			Almost: `mejor|casi|en parte|más o menos`,
			Bye: `
				hasta mañana|hasta luego|hasta el lunes|nos vemos|buenas noches|buen finde|buen fin de semana
				adiós|me voy|por hoy ya|eso es todo|nada más|hemos terminado|terminamos por hoy`,
			Lacks: `
				todavía no|aún no|todavía|aún|falta|faltan|queda|quedan|pendiente|pendientes|no está hecho
				no está hecha|sin hacer|sigue|a medias|sin terminar|incompleto|no he tocado|no funciona|salvo
				excepto|el resto`,
			Denies: `no|sin|solo|ningún|ninguna|nada|salvo|tampoco`,
			Verb: `
				^usa|^utiliza|^haz|^escribe|^pon|^añade|^agrega|^deja|^muestra|^dime|^pregunta
				^pregúntame|^da|^dame|^mueve|^renombra|^quita|^elimina|^borra|^arregla|^revisa
				^comprueba|^prueba|^llama|^nombra|^formatea|^documenta|^envuelve|^devuelve|^evita
				^mantén|^sigue|^sube|^baja|^abre|^cierra|^crea|^construye|^despliega|^instala
				^cambia|^reemplaza|^sustituye|^extrae|^limpia|^refactoriza|^implementa|^explica|^enumera
				^lista|^resume|^contesta|^responde|^incluye|^excluye|^ignora|^ejecuta|^corre|^lanza
				^mira|^busca|^lee|^empieza|^para|^salta|^toma|^actualiza|^deshaz|^revierte|^fusiona
				^separa|^divide|^registra|^guarda|^avísame|^avisa|^espera|^confirma|^no|^explícame
				^muéstrame|^cuéntame|^mándame|^pásame|^hazme|^escríbeme|^respóndeme|^contéstame
				^recuérdame|^déjame|^hazlo|^ponlo|^quítalo|^cámbialo|^bórralo|^déjalo|^súbelo
				^arréglalo|^compruébalo|^pruébalo|^úsalo|^revísalo|^enséñame|^consúltame|^llévate
				^resúmeme|^describe|^descríbeme`,
			Report: `
				han sido|ha sido|se han|está desplegado|está desplegada|están desplegados
				están desplegadas|están reconstruidas|están reconstruidos|están migrados|están migradas
				en verde en todas|en verde en todos|sin errores$|está muerto|está muerta|nadie lo usa
				nunca dije|gracias por`,
			Topic: `
				commit|commits|mensaje|mensajes|push|merge|rama|ramas|pr|prs|revisión|diff|diffs
				changelog|test|tests|prueba|pruebas|mocks|linter|formato|comentario|comentarios
				documentación|readme|respuesta|respuestas|resumen|resúmenes|explicación|explicaciones
				pregunta|preguntas|dependencia|dependencias|paquete|paquetes|librería|librerías
				biblioteca|bibliotecas|import|imports|nombre|nombres|variables|error|errores
				excepciones|log|logs|registro|contraseñas|credenciales|secretos|claves|token|tokens
				fecha|fechas|zona horaria|español|inglés|tabuladores|espacios|función|funciones|tipos
				refactor|archivo|archivos|fichero|ficheros|carpeta|migración|migraciones|esquema
				índices|consultas|release|despliegue|despliegues|producción|staging|base de datos|ci
				pipeline|código|estilo|versión|versiones|plan|script|scripts|comando|comandos
				configuración|emojis|api|workaround|colores|tildes|textos|líneas|línea|carpetas
				perdón`,
		},
	}
}
